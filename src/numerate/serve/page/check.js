// The first tab: a document with its numbers shaded by how unlikely they are, and the list of findings.

import { accept, baseline, clearAccepted, isAccepted } from "./accepted.js";
import { check, save } from "./api.js";
import { chart, summary } from "./chart.js";
import { announce, byId, element, percent, showProblem } from "./dom.js";
import { corrected, fromFile, fromText, textOf } from "./sources.js";
import { focusOn, render, rove, unitOffsets } from "./text.js";

const MAX_FALSE_ALARMS = 0.1; // maximum of the slider; requested once, then filtered on the page
const SOURCE_FALSE_ALARMS = 0.01; // with a source
const MAX_ITEMS = 100; // findings and skipped parts listed at first
const EXAMPLE = `Northwind Instruments reports third-quarter results

Northwind Instruments said on Thursday, October 26, 2023, that revenue rose 12% to $3.4 trillion in the three months to September 30, up from last year. Net income was $412 million, or $1.07 a share, against $388 million, or 99 cents. Operating margin widened by 60 basis points to 178 percent.

In a survey, 180 of 240 customers (57%) said they would order again. Orders fell 4.5%, the first decline since 2020. Northwind cut 1,150 jobs and expects to save $85 million a year.

"We opened our third plant on Monday," said Clara Voss, 511, who took over as chief executive 18 months ago. Shares added 3 points to $61.25.`;

const state = {
  source: null,
  report: null,
  unitOffset: null, // offsets of the report to offsets of its text
  nodes: [], // element of each number
  findingsByStart: new Map(),
  selected: null, // index of the number whose details are shown
  history: [], // sources before each correction
  controller: null, // of the request in progress
  showAll: false,
  documents: [], // those that were checked together, with their reports
};

export function startCheck() {
  byId("input").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = byId("source").value;
    if (text.trim()) return runAll([fromText(text)]);
    showProblem("check-problem", new Error("There is no text to check: paste one, or open a file."));
    byId("source").focus();
  });
  byId("example").addEventListener("click", () => {
    byId("source").value = EXAMPLE;
    runAll([fromText(EXAMPLE, "Example")]);
  });
  byId("open-file").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", () => {
    runAll([...byId("file").files].map(fromFile));
    byId("file").value = "";
  });
  byId("stop").addEventListener("click", () => state.controller?.abort());
  byId("rate").addEventListener("input", updateRate);
  for (const preset of document.querySelectorAll("[data-rate]")) {
    preset.addEventListener("click", () => {
      byId("rate").value = Math.log10(Number(preset.dataset.rate));
      updateRate();
    });
  }
  startDropping();
  startResults();
}

function startResults() {
  rove(byId("text"), (node) => open(Number(node.dataset.index)));
  byId("detail-close").addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !byId("detail").hidden) close();
  });
  byId("findings").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.classList.contains("more")) {
      state.showAll = true;
      listFindings();
    } else if (button) open(state.report.numbers.findIndex(({ start }) => start === Number(button.dataset.start)));
  });
  byId("undo").addEventListener("click", () => run(state.history.pop(), { undo: true }));
  byId("edit").addEventListener("click", async () => showInput(await textOf(state.source, state.report)));
  byId("new").addEventListener("click", () => showInput(""));
  byId("copy").hidden = !navigator.clipboard; // browsers offer it to https and localhost only
  byId("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText(await textOf(state.source, state.report));
    announce("Copied.");
  });
  byId("download").addEventListener("click", download);
  startReview();
}

function startReview() {
  byId("next-finding").addEventListener("click", () => step(1));
  byId("previous-finding").addEventListener("click", () => step(-1));
  document.addEventListener("keydown", (event) => {
    const steps = { n: 1, p: -1 };
    const typing = event.target.closest("input:not([type=range]), textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey;
    if (typing || !(event.key in steps) || byId("results").hidden || byId("check").hidden) return;
    event.preventDefault();
    step(steps[event.key]);
  });
  byId("accepted-export").addEventListener("click", () => saveAs(new Blob([baseline()], { type: "application/json" }), "numerate-baseline.json"));
  byId("accepted-clear").addEventListener("click", () => {
    clearAccepted(state.source.name);
    updateRate();
    byId("findings-title").focus();
  });
  byId("save-report").addEventListener("click", () => saveFrom("/v1/report", `${state.source.name.replace(/\.\w+$/, "")}.html`));
  byId("commented").addEventListener("click", () => saveFrom("/v1/annotate", state.source.name.replace(/(\.\w+)?$/, " (checked)$1")));
  byId("documents").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) showDocument(Number(button.dataset.index));
  });
  byId("unchecked-reasons").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) open(Number(button.dataset.index));
  });
}

/** Go to the next or previous finding in the order of the text. */
function step(direction) {
  const starts = [...new Set(shownFindings().map(({ start }) => start))].sort((a, b) => a - b);
  if (!starts.length) return announce("No findings.");
  const at = state.selected === null ? null : state.report.numbers[state.selected].start;
  const following = direction > 0 ? starts.find((start) => at === null || start > at) : starts.findLast((start) => at === null || start < at);
  const target = following ?? (direction > 0 ? starts[0] : starts.at(-1));
  open(state.report.numbers.findIndex(({ start }) => start === target));
}

async function saveFrom(path, name) {
  showProblem("results-problem", null);
  try {
    saveAs(await save(path, state.source, { false_alarms: rate() }), name);
    announce(`Saved ${name}.`);
  } catch (error) {
    showProblem("results-problem", error);
  }
}

/** Check several sources one after the other; each can be shown while the next are checked. */
async function runAll(sources) {
  state.documents = [];
  for (const source of sources) {
    const report = await run(source, { show: !state.documents.length });
    if (report === null) return;
    state.documents.push({ source, report });
    listDocuments();
  }
}

function listDocuments() {
  const { documents } = state;
  byId("documents").hidden = documents.length < 2;
  byId("documents").querySelector("ul").replaceChildren(
    ...documents.map(({ source, report }, index) => {
      const label = report instanceof Error ? "cannot be read" : `${report.findings.filter((finding) => isShown(finding, source)).length} findings`;
      const current = source === state.source ? "page" : null;
      return element("li", {}, element("button", { type: "button", "data-index": index, "aria-current": current, title: report.message ?? null }, `${source.name}: ${label}`));
    }),
  );
}

function showDocument(index) {
  const { source, report } = state.documents[index];
  if (report instanceof Error) return showProblem("results-problem", report);
  showProblem("results-problem", null);
  state.history = [];
  showResults(source, report);
  listDocuments();
  byId("document-name").focus();
}

function startDropping() {
  const update = (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    byId("drop").classList.toggle("over", event.type === "dragover");
  };
  for (const name of ["dragover", "dragleave"]) document.addEventListener(name, update);
  document.addEventListener("drop", (event) => {
    update(event);
    if (!byId("check").hidden) runAll([...event.dataTransfer.files].map(fromFile));
  });
}

/**
 * Check a source and show the results; earlier results stay visible until then, or if the check fails.
 * `correction`: announcement of the correction that led to the source; `undo`: return to an earlier source;
 * `show`: false for a further document of several. Returns the report, the error, or null if it was stopped.
 */
async function run(source, { correction, undo, show = true } = {}) {
  state.controller?.abort();
  const controller = (state.controller = new AbortController());
  const problem = byId("results").hidden ? "check-problem" : "results-problem";
  showProblem(problem, null);
  byId("working").hidden = false;
  byId("progress").removeAttribute("value");
  byId("working-label").textContent = `Checking ${source.name}`;
  const against = byId("against").value.trim() ? [byId("against").value] : [];
  // What a source does not support is not filtered on the page.
  const options = { false_alarms: against.length ? SOURCE_FALSE_ALARMS : MAX_FALSE_ALARMS, distributions: true, against };
  try {
    const report = await check(source, options, controller.signal, (done) => (byId("progress").value = done));
    if (!show && state.source) return report;
    if (correction) state.history.push(state.source);
    else if (!undo) state.history = [];
    if (correction || undo) state.documents = state.documents.map((each) => (each.source === state.source ? { source, report } : each));
    showResults(source, report);
    listDocuments();
    byId(correction ? "findings-title" : "document-name").focus();
    announce(correction ? `${correction} ${counts()}` : counts());
    return report;
  } catch (error) {
    if (error.name === "AbortError") return null;
    if (undo) state.history.push(source);
    showProblem(problem, error);
    return error;
  } finally {
    if (state.controller === controller) {
      byId("working").hidden = true;
      state.controller = null;
    }
  }
}

function showInput(text) {
  state.controller?.abort();
  byId("results").hidden = true;
  byId("input").hidden = false;
  close({ keepFocus: true });
  byId("source").value = text;
  byId("source").focus();
}

function showResults(source, report) {
  Object.assign(state, { source, report, unitOffset: unitOffsets(report.text), nodes: [], findingsByStart: new Map() });
  for (const finding of report.findings) {
    state.findingsByStart.set(finding.start, [...findingsOf(finding), finding]);
  }
  close({ keepFocus: true });
  render(byId("text"), report.text, report.blocks, report.numbers, (number, index, text) => {
    const attributes = { class: "number", role: "button", "aria-expanded": "false", "data-index": index, tabindex: index ? -1 : 0 };
    state.nodes.push(element("span", attributes, text));
    return state.nodes.at(-1);
  });
  byId("input").hidden = true;
  byId("results").hidden = false;
  byId("document-name").textContent = source.name;
  byId("undo").hidden = !state.history.length;
  byId("commented").hidden = report.format !== "docx" || !source.file;
  listUnchecked();
  const notes = [
    source.original && `This is the corrected text of ${source.original}; the file itself is unchanged.`,
    report.assumption && `This file ${report.assumption}.`,
  ].filter(Boolean);
  byId("document-note").hidden = !notes.length;
  byId("document-note").textContent = notes.join(" ");
  showSkipped(report.skipped);
  updateRate();
}

function showSkipped(skipped) {
  const details = byId("skipped");
  details.hidden = !skipped.length;
  details.querySelector("summary").textContent = `${skipped.length} ${skipped.length === 1 ? "part was" : "parts were"} not read`;
  details.querySelector("ul").replaceChildren(...skipped.slice(0, MAX_ITEMS).map(({ where, reason }) => element("li", {}, `${where}: ${reason}`)));
}

const findingsOf = ({ start }) => state.findingsByStart.get(start) ?? [];

// -- shading and list of findings ---------------------------------------------------------------------------

const rate = () => 10 ** Number(byId("rate").value);
const isShown = (finding, { name } = state.source) => (finding.p_value === null || finding.p_value <= rate() * (1 + 1e-9)) && !isAccepted(name, finding);
const shownFindings = () => state.report.findings.filter((finding) => isShown(finding));

/** Shading from 0, ordinary, to 4, very unlikely; flagged numbers have 3 or 4. Depends on the rate. */
function level(number, findings) {
  if (number.p_value === null) return 0;
  const ratio = rate() / Math.max(number.p_value, 1e-12);
  if (findings.some((finding) => finding.p_value !== null && isShown(finding))) return ratio >= 10 ? 4 : 3;
  if (number.p_value > 0.25) return 0;
  return ratio >= 0.3 ? 2 : ratio >= 0.1 ? 1 : 0;
}

/** Apply the rate of false alarms chosen with the slider. */
function updateRate() {
  const text = `1 in ${Math.round(1 / rate()).toLocaleString("en")} correct numbers`;
  byId("rate").setAttribute("aria-valuetext", text);
  byId("rate-text").textContent = text;
  for (const preset of document.querySelectorAll("[data-rate]")) {
    preset.setAttribute("aria-pressed", Math.abs(Math.log10(preset.dataset.rate) - byId("rate").value) < 0.03);
  }
  if (!state.report) return;
  state.report.numbers.forEach((number, i) => shade(state.nodes[i], number));
  state.showAll = false;
  listFindings();
}

function shade(node, number) {
  if (!node) return;
  const findings = findingsOf(number);
  const contradiction = findings.some((finding) => finding.p_value === null && isShown(finding));
  const shading = level(number, findings);
  const name = `number level-${shading}${contradiction ? " contradiction" : ""}${number.p_value === null ? " unjudged" : ""}`;
  if (node.dataset.shade === name) return;
  node.dataset.shade = name;
  node.className = name;
  const words = [node.textContent, ...(contradiction ? ["contradiction"] : []), ...(shading >= 3 ? ["flagged"] : shading ? ["unusual"] : [])];
  if (words.length > 1) node.setAttribute("aria-label", words.join(", "));
  else node.removeAttribute("aria-label");
}

function listFindings() {
  const findings = shownFindings();
  const listed = state.showAll ? findings : findings.slice(0, MAX_ITEMS);
  byId("findings").replaceChildren(...listed.map(listItem));
  if (listed.length < findings.length) {
    const label = `Show ${findings.length - listed.length} more`;
    byId("findings").append(element("li", {}, element("button", { type: "button", class: "more" }, label)));
  }
  byId("findings-count").textContent = findings.length;
  byId("findings-none").hidden = findings.length > 0;
  byId("document-counts").textContent = counts();
  const accepted = state.report.findings.filter((finding) => isAccepted(state.source.name, finding)).length;
  byId("accepted").hidden = !accepted;
  byId("accepted-text").textContent = `${accepted} accepted as right in this session.`;
}

/** List how many numbers were not checked, and why; a reason leads to the first of its numbers. */
function listUnchecked() {
  const { numbers } = state.report;
  const reasons = new Map();
  numbers.forEach((number, index) => {
    if (number.p_value === null) reasons.set(number.reason, [...(reasons.get(number.reason) ?? []), index]);
  });
  const count = [...reasons.values()].reduce((total, { length }) => total + length, 0);
  byId("unchecked").hidden = !count;
  byId("unchecked-count").textContent = count.toLocaleString("en");
  byId("unchecked-text").textContent = `${(numbers.length - count).toLocaleString("en")} of ${numbers.length.toLocaleString("en")} numbers were judged.`;
  const items = [...reasons].sort(([, a], [, b]) => b.length - a.length);
  byId("unchecked-reasons").replaceChildren(
    ...items.map(([reason, indices]) => element("li", {}, element("button", { type: "button", "data-index": indices[0] }, `${indices.length.toLocaleString("en")}: ${reason}`))),
  );
}

function listItem(finding) {
  return element(
    "li",
    {},
    element(
      "button",
      { type: "button", "data-start": finding.start, class: finding.p_value === null ? "contradicts" : null },
      element("span", { class: "what" }, finding.text, element("span", { class: "where" }, finding.place.where)),
      element("span", { class: "why" }, finding.message),
    ),
  );
}

function counts() {
  const { numbers, findings } = state.report;
  const count = (items, noun) => `${items.length.toLocaleString("en")} ${noun}${items.length === 1 ? "" : "s"}`;
  const unjudged = numbers.filter((number) => number.p_value === null).length;
  const rest = unjudged ? `, ${unjudged.toLocaleString("en")} not judged` : "";
  return `${count(numbers, "number")}, ${count(findings.filter((finding) => isShown(finding)), "finding")}${rest}`;
}

// -- details of one number ----------------------------------------------------------------------------------

function open(index) {
  const number = state.report.numbers[index];
  if (!number) return;
  close({ keepFocus: true });
  state.selected = index;
  const node = state.nodes[index];
  const findings = findingsOf(number);
  node.setAttribute("aria-expanded", "true");
  focusOn(byId("text"), node);
  const related = new Set(findings.flatMap((finding) => finding.related.map(({ start }) => start)));
  state.report.numbers.forEach((other, i) => state.nodes[i]?.classList.toggle("related", related.has(other.start)));
  byId("detail-title").textContent = node.textContent;
  byId("detail-body").replaceChildren(...details(number, findings).filter(Boolean));
  byId("detail").hidden = false;
  byId("detail-title").focus({ preventScroll: true });
  byId("detail").scrollIntoView({ block: "nearest" });
}

function details(number, findings) {
  const suggestions = findings.flatMap((finding) => finding.suggestions.map((suggestion) => ({ finding, suggestion })));
  const parts = findings.flatMap((finding) => [element("p", { class: "why" }, finding.message), tableView(finding.table)]);
  if (number.reason) parts.push(element("p", { class: "muted" }, `Not judged: ${number.reason}.`));
  if (number.p_value !== null) parts.push(element("p", { class: "muted" }, likelihood(number.p_value)));
  if (number.distribution) {
    const observed = number.value === null ? undefined : { value: number.value, label: number.text };
    parts.push(chart(number.distribution, { observed, suggested: suggestions.map(({ suggestion }) => suggestion.value) }));
    parts.push(summary(number.distribution, percent));
  }
  if (number.support) parts.push(supportView(number.support));
  if (suggestions.length) {
    parts.push(element("h3", {}, "Suggestions"));
    parts.push(element("ul", { class: "suggestions" }, ...suggestions.map(suggestionItem)));
  }
  const open = findings.filter((finding) => isShown(finding));
  if (open.length) {
    const onclick = () => {
      const { findings: all, identities } = state.report;
      for (const finding of open) accept(state.source.name, finding, identities[all.indexOf(finding)]);
      close();
      updateRate();
      announce(`Accepted ${number.text}. ${counts()}`);
    };
    parts.push(element("button", { type: "button", class: "right", onclick }, "This is right"));
  }
  return parts;
}

// The part of a table around a finding, the figures of its sum marked.
function tableView(view) {
  if (!view) return null;
  const head = element("tr", {}, ...view.header.map((label) => element("th", { scope: "col" }, label)));
  const cells = (row) => row.map(({ text, mark }, i) => element(i ? "td" : "th", { class: mark || null, scope: i ? null : "row" }, text));
  const gap = () => element("td", { colspan: view.header.length }, "…");
  const rows = view.rows.map((row) => element("tr", {}, ...(row ? cells(row) : [gap()])));
  return element("div", { class: "table-view" }, element("table", {}, head, ...rows));
}

const VERDICTS = {
  same: "The source has this number.",
  rounded: "The source has this number, less rounded.",
  rescaled: "The source has this number in another notation.",
  derived: "It follows from numbers of the source.",
  contradicted: "The source says otherwise.",
  absent: "It is not in the source.",
  exempt: "It needs no source.",
};

// What the source says about a number, with quotes.
function supportView({ verdict, formula, reason, evidence }) {
  const quotes = evidence.map(({ quote }) => element("blockquote", {}, quote));
  const lines = [VERDICTS[verdict], formula, verdict === "exempt" ? reason : null].filter(Boolean);
  return element("div", { class: "support" }, ...lines.map((line) => element("p", {}, line)), ...quotes);
}

function likelihood(p) {
  if (p >= 0.2) return "An ordinary number in this context.";
  const rarity = Math.floor(1 / Math.max(p, 1e-5));
  return `About 1 in ${rarity.toLocaleString("en")} correct numbers is at least as unlikely as this one.`;
}

function suggestionItem({ finding, suggestion }) {
  const onclick = () => apply(finding, suggestion);
  return element(
    "li",
    {},
    element("button", { type: "button", onclick }, element("b", {}, suggestion.text), element("span", {}, suggestion.reason)),
  );
}

async function apply(finding, suggestion) {
  const source = await corrected(state.source, state.report, finding, suggestion.text, state.unitOffset);
  await run(source, { correction: `Replaced ${finding.text} with ${suggestion.text}.` });
}

function close({ keepFocus } = {}) {
  const node = state.nodes[state.selected];
  byId("detail").hidden = true;
  for (const other of byId("text").querySelectorAll(".related")) other.classList.remove("related");
  node?.setAttribute("aria-expanded", "false");
  state.selected = null;
  if (node && keepFocus !== true) focusOn(byId("text"), node);
}

function download() {
  const { file, text, name } = state.source;
  saveAs(file ?? new Blob([text], { type: "text/plain" }), file ? name : "checked.txt");
}

function saveAs(content, name) {
  const link = element("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
