// The first tab: a document, its numbers shaded by how surprising they are, and the findings beside it.

import { check } from "./api.js";
import { chart, facts } from "./chart.js";
import { byId, element, percent, say, tellProblem } from "./dom.js";
import { corrected, fromFile, fromText, textOf } from "./sources.js";
import { focusOn, inUnits, rove, write } from "./text.js";

const MOST_FALSE_ALARMS = 0.1; // the far end of the slider: what is asked for once, and shown as far as wanted
const SHOWN_AT_ONCE = 100;
const EXAMPLE = `Northwind Instruments reports third-quarter results

Northwind Instruments said on Thursday, October 26, 2023, that revenue rose 12% to $3.4 trillion in the three months to September 30, up from last year. Net income was $412 million, or $1.07 a share, against $388 million, or 99 cents. Operating margin widened by 60 basis points to 178 percent.

In a survey, 180 of 240 customers (57%) said they would order again. Orders fell 4.5%, the first decline since 2020. The company cut 1,150 jobs and expects to save $85 million a year.

"We opened our third plant on Monday," said Clara Voss, 511, who took over as chief executive 18 months ago. Shares added 3 points to $61.25.`;

const state = { source: null, report: null, at: null, spans: [], flagged: new Map(), open: null, past: [], running: null, all: false };

export function startCheck() {
  byId("write").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = byId("source").value;
    if (text.trim()) begin(fromText(text));
    else byId("source").focus();
  });
  byId("example").addEventListener("click", () => {
    byId("source").value = EXAMPLE;
    begin(fromText(EXAMPLE, "An example"));
  });
  byId("open-file").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", () => {
    if (byId("file").files.length) begin(fromFile(byId("file").files[0]));
    byId("file").value = "";
  });
  byId("stop").addEventListener("click", () => state.running?.abort());
  byId("rate").addEventListener("input", shade);
  for (const preset of document.querySelectorAll("[data-rate]")) {
    preset.addEventListener("click", () => {
      byId("rate").value = Math.log10(Number(preset.dataset.rate));
      shade();
    });
  }
  startDropping();
  startBench();
}

function startBench() {
  rove(byId("text"), (span) => open(Number(span.dataset.index)));
  byId("detail-close").addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !byId("detail").hidden) close();
  });
  byId("found").addEventListener("click", (event) => {
    const item = event.target.closest("button");
    if (item?.classList.contains("more")) {
      state.all = true;
      list();
    } else if (item) open(state.spans.findIndex((_, i) => state.report.numbers[i].start === Number(item.dataset.start)));
  });
  byId("undo").addEventListener("click", () => begin(state.past.pop(), { undoing: true }));
  byId("edit").addEventListener("click", async () => {
    byId("source").value = await textOf(state.source, state.report);
    leave();
    byId("source").focus();
  });
  byId("new").addEventListener("click", () => {
    byId("source").value = "";
    leave();
    byId("source").focus();
  });
  byId("copy").hidden = !navigator.clipboard; // browsers give it to pages of this machine and of https only
  byId("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText(await textOf(state.source, state.report));
    say("Copied.");
  });
  byId("download").addEventListener("click", download);
}

function startDropping() {
  const over = (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    byId("drop").classList.toggle("over", event.type === "dragover");
  };
  for (const name of ["dragover", "dragleave"]) document.addEventListener(name, over);
  document.addEventListener("drop", (event) => {
    over(event);
    if (event.dataTransfer.files.length && !byId("check").hidden) begin(fromFile(event.dataTransfer.files[0]));
  });
}

/** Check a source and show it; what was shown before stays until then, and if it fails. */
async function begin(source, { corrects, undoing } = {}) {
  state.running?.abort();
  const running = (state.running = new AbortController());
  const problem = byId("bench").hidden ? "check-problem" : "bench-problem";
  tellProblem(problem, null);
  byId("working").hidden = false;
  byId("progress").removeAttribute("value");
  byId("working-label").textContent = `Checking ${source.name}`;
  const options = { false_alarms: MOST_FALSE_ALARMS, distributions: true };
  try {
    const report = await check(source, options, running.signal, (done) => (byId("progress").value = done));
    if (corrects) state.past.push(state.source);
    else if (!undoing) state.past = [];
    show(source, report);
    if (corrects) {
      byId("found-title").focus();
      say(`${corrects} ${sum()}`);
    } else {
      byId("document-name").focus();
      say(sum());
    }
  } catch (error) {
    if (error.name === "AbortError") return;
    if (undoing) state.past.push(source);
    tellProblem(problem, error);
  } finally {
    if (state.running === running) {
      byId("working").hidden = true;
      state.running = null;
    }
  }
}

function leave() {
  state.running?.abort();
  byId("bench").hidden = true;
  byId("write").hidden = false;
  close({ quietly: true });
}

function show(source, report) {
  Object.assign(state, { source, report, at: inUnits(report.text), spans: [], flagged: new Map(), all: false });
  for (const finding of report.findings) {
    state.flagged.set(finding.start, [...(state.flagged.get(finding.start) ?? []), finding]);
  }
  close({ quietly: true });
  write(byId("text"), report.text, report.blocks, report.numbers, (number, index, text) => {
    const span = element("span", { class: "number", role: "button", "aria-expanded": "false", "data-index": index, tabindex: index ? -1 : 0 }, text);
    state.spans.push(span);
    return span;
  });
  byId("write").hidden = true;
  byId("bench").hidden = false;
  byId("document-name").textContent = source.name;
  byId("undo").hidden = !state.past.length;
  byId("document-note").hidden = !source.plain;
  byId("document-note").textContent = source.plain ? `This is the text of ${source.plain}, corrected; the file itself is as it was.` : "";
  showSkipped(report.skipped);
  shade();
}

function showSkipped(skipped) {
  const details = byId("skipped");
  details.hidden = !skipped.length;
  details.querySelector("summary").textContent = `${skipped.length} ${skipped.length === 1 ? "part was" : "parts were"} not read`;
  details.querySelector("ul").replaceChildren(...skipped.slice(0, SHOWN_AT_ONCE).map(({ where, reason }) => element("li", {}, `${where}: ${reason}`)));
}

// -- shading ------------------------------------------------------------------------------------------------

const rate = () => 10 ** Number(byId("rate").value);
const counts = (finding) => finding.p_value === null || finding.p_value <= rate() * (1 + 1e-9);

/** From 0, as usual, to 4, far out; 3 and 4 are flagged. It moves with the rate of false alarms. */
function level(number, findings) {
  if (number.p_value === null) return 0;
  const odd = rate() / Math.max(number.p_value, 1e-12);
  if (findings.some((finding) => finding.p_value !== null && counts(finding))) return odd >= 10 ? 4 : 3;
  if (number.p_value > 0.25) return 0;
  return odd >= 0.3 ? 2 : odd >= 0.1 ? 1 : 0;
}

function shade() {
  const oneIn = Math.round(1 / rate());
  const told = `1 in ${oneIn.toLocaleString("en")} correct numbers`;
  byId("rate").setAttribute("aria-valuetext", told);
  byId("rate-told").textContent = told;
  for (const preset of document.querySelectorAll("[data-rate]")) {
    preset.setAttribute("aria-pressed", Math.abs(Math.log10(preset.dataset.rate) - byId("rate").value) < 0.03);
  }
  if (!state.report) return;
  state.report.numbers.forEach((number, i) => shadeOne(state.spans[i], number));
  state.all = false;
  list();
}

function shadeOne(span, number) {
  if (!span) return;
  const findings = state.flagged.get(number.start) ?? [];
  const certain = findings.some((finding) => finding.p_value === null);
  const odd = level(number, findings);
  const name = `number level-${odd}${certain ? " contradiction" : ""}${number.p_value === null ? " unjudged" : ""}`;
  if (span.dataset.shade === name) return;
  span.dataset.shade = name;
  span.className = name;
  const words = [span.textContent, ...(certain ? ["contradiction"] : []), ...(odd >= 3 ? ["flagged"] : odd ? ["unusual"] : [])];
  if (words.length > 1) span.setAttribute("aria-label", words.join(", "));
  else span.removeAttribute("aria-label");
}

function list() {
  const found = state.report.findings.filter(counts);
  const shown = state.all ? found : found.slice(0, SHOWN_AT_ONCE);
  byId("found").replaceChildren(...shown.map(item));
  if (shown.length < found.length) {
    byId("found").append(element("li", {}, element("button", { type: "button", class: "more" }, `Show ${found.length - shown.length} more`)));
  }
  byId("found-count").textContent = found.length;
  byId("found-none").hidden = found.length > 0;
  byId("document-sum").textContent = sum();
}

function item(finding) {
  const certain = finding.p_value === null;
  return element(
    "li",
    {},
    element(
      "button",
      { type: "button", "data-start": finding.start, class: certain ? "certain" : null },
      element("span", { class: "what" }, finding.text, element("span", { class: "where" }, finding.place.where)),
      element("span", { class: "why" }, finding.message),
    ),
  );
}

function sum() {
  const { numbers, findings } = state.report;
  const found = findings.filter(counts).length;
  const unjudged = numbers.filter((number) => number.p_value === null).length;
  const of = (count, one) => `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;
  return `${of(numbers.length, "number")}, ${of(found, "finding")}${unjudged ? `, ${unjudged.toLocaleString("en")} not judged` : ""}`;
}

// -- one number ---------------------------------------------------------------------------------------------

function open(index) {
  const number = state.report.numbers[index];
  if (!number) return;
  close({ quietly: true });
  state.open = index;
  const span = state.spans[index];
  const findings = state.flagged.get(number.start) ?? [];
  span.setAttribute("aria-expanded", "true");
  focusOn(byId("text"), span);
  const related = new Set(findings.flatMap((finding) => finding.related.map(([start]) => start)));
  state.report.numbers.forEach((other, i) => state.spans[i]?.classList.toggle("related", related.has(other.start)));
  byId("detail-title").textContent = span.textContent;
  byId("detail-body").replaceChildren(...told(number, findings));
  byId("detail").hidden = false;
  byId("detail-title").focus({ preventScroll: true });
  byId("detail").scrollIntoView({ block: "nearest" });
}

function told(number, findings) {
  const suggestions = findings.flatMap((finding) => finding.suggestions.map((suggestion) => ({ finding, suggestion })));
  const parts = findings.map((finding) => element("p", { class: "why" }, finding.message));
  if (number.reason) parts.push(element("p", { class: "quiet" }, `Not judged: ${number.reason}.`));
  if (number.p_value !== null) parts.push(element("p", { class: "quiet" }, oddness(number.p_value)));
  if (number.distribution) {
    const observed = number.value === null ? undefined : { value: number.value, label: number.text };
    parts.push(chart(number.distribution, { observed, suggested: suggestions.map(({ suggestion }) => suggestion.value) }));
    parts.push(facts(number.distribution, percent));
  }
  if (suggestions.length) {
    parts.push(element("h3", {}, "Was one of these meant?"));
    parts.push(element("ul", { class: "suggestions" }, ...suggestions.map(offer)));
  }
  return parts;
}

function oddness(p) {
  if (p >= 0.2) return "An ordinary number for its place.";
  const among = Math.floor(1 / Math.max(p, 1e-5));
  return `About 1 in ${among.toLocaleString("en")} correct numbers looks as odd as this one, or odder.`;
}

function offer({ finding, suggestion }) {
  const chosen = () => apply(finding, suggestion);
  return element(
    "li",
    {},
    element("button", { type: "button", onclick: chosen }, element("b", {}, suggestion.text), element("span", {}, suggestion.reason)),
  );
}

async function apply(finding, suggestion) {
  const source = await corrected(state.source, state.report, finding, suggestion.text, state.at);
  await begin(source, { corrects: `Replaced ${finding.text} by ${suggestion.text}.` });
}

function close({ quietly } = {}) {
  const span = state.spans[state.open];
  byId("detail").hidden = true;
  for (const other of byId("text").querySelectorAll(".related")) other.classList.remove("related");
  span?.setAttribute("aria-expanded", "false");
  state.open = null;
  if (span && quietly !== true) focusOn(byId("text"), span);
}

async function download() {
  const file = state.source.file ?? new Blob([state.source.text], { type: "text/plain" });
  const link = element("a", { href: URL.createObjectURL(file), download: state.source.file ? state.source.name : "checked.txt" });
  link.click();
  URL.revokeObjectURL(link.href);
}
