// How the language server is started and set up. No import of vscode: the tests use it without an editor.

export const LANGUAGES = ["markdown", "plaintext", "latex", "tex", "restructuredtext", "html", "quarto", "rmd"];

const OPTIONS = ["falseAlarms", "unlikely", "consistency", "ignore", "baseline", "picture"];

/** The settings of the server: those that are set, without the ones that only concern the editor. */
export function settings(get: (name: string) => unknown): Record<string, unknown> {
  const pairs = OPTIONS.map((name) => [name, get(name)] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== null && value !== undefined));
}

/** The program and its arguments; the setting may be empty or misspelt. */
export function command(value: unknown): { command: string; args: string[] } {
  const words = Array.isArray(value) ? value.filter((word): word is string => typeof word === "string" && word !== "") : [];
  const [program = "numerate", ...args] = words;
  return { command: program, args: words.length ? args : ["lsp"] };
}

/** What the server reports about a document. */
export interface Status {
  uri: string;
  coverage: string;
  findings: number;
  notJudged: Record<string, number>;
}

/** The text and the tooltip of the status bar: what was not checked is as visible as what was found. */
export function statusText(status: Status): { text: string; tooltip: string } {
  const reasons = Object.entries(status.notJudged).map(([reason, count]) => `${count} not judged: ${reason}`);
  const findings = status.findings === 1 ? "1 finding" : `${status.findings} findings`;
  return { text: `$(symbol-number) ${findings}, ${status.coverage}`, tooltip: reasons.join("\n") || "Every number was judged." };
}
