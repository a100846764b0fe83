// What is checked: a pasted text or a file. Sources are immutable; a correction makes a new one.

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const BINARY = ["docx", "xlsx", "pdf", "pptx", "odt", "epub", "mail", "notebook"];

/** A pasted or typed text. */
export const fromText = (text, name = "Pasted text") => ({ text, name, format: looksLikeMarkdown(text) ? "markdown" : "text" });

/** Whether a text has a heading, a link, bold text, or the line below the header of a table. */
const looksLikeMarkdown = (text) => /^#{1,6} \S|^\|?(?: *:?-{3,}:? *\|)+|\[[^\]\n]{1,300}\]\([^)\s]{1,300}\)|\*\*\S[^*\n]{0,300}\*\*/m.test(text);

/** A dropped or selected file. */
export const fromFile = (file) => ({ file, name: file.name });

/** The content of a text source; for a binary format, the extracted text. */
export async function textOf(source, report) {
  if (!source.file) return source.text;
  if (BINARY.includes(report.format)) return report.text;
  try {
    return utf8.decode(await source.file.arrayBuffer());
  } catch {
    return report.text;
  }
}

/** Replace the number of a finding: in the source itself if it is written there literally. */
export async function corrected(source, report, finding, replacement, unitOffset) {
  const { byte_start: start, byte_end: end } = finding.place;
  const bytes = source.file ? await source.file.arrayBuffer() : new TextEncoder().encode(source.text).buffer;
  if (start != null && decode(bytes.slice(start, end)) === finding.text) {
    const blob = new Blob([bytes.slice(0, start), replacement, bytes.slice(end)]);
    if (source.file) return { file: new File([blob], source.name, { type: source.file.type }), name: source.name };
    return { text: await blob.text(), name: source.name, format: source.format };
  }
  // A binary format, another encoding, or markup inside the number: continue with the extracted text.
  const before = report.text.slice(0, unitOffset(finding.start));
  const text = before + replacement + report.text.slice(unitOffset(finding.end));
  return { text, format: "text", name: source.name.replace(/\.\w+$/, ".txt"), original: source.original ?? source.name };
}

function decode(bytes) {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
