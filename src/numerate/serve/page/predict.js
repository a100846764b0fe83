// The second tab: a sentence with masked numbers, and their predictions while it is typed.

import { request } from "./api.js";
import { chart, summary } from "./chart.js";
import { byId, element, percent, showProblem } from "./dom.js";
import { focusOn, rove, unitOffsets } from "./text.js";

const MASK = "[#MASK]";
const DEBOUNCE = 150; // milliseconds without a key press before a request is sent

const state = { hidden: new Map(), spans: [], timer: 0, controller: null };

export function startPredict() {
  byId("sentence").addEventListener("input", () => schedule(DEBOUNCE));
  byId("insert").addEventListener("click", () => {
    const sentence = byId("sentence");
    sentence.setRangeText(MASK, sentence.selectionStart, sentence.selectionEnd, "end");
    sentence.focus();
    schedule(0);
  });
  rove(byId("preview"), (node) => toggle(state.spans[Number(node.dataset.index)]));
}

/** Request predictions after a delay; replaces a request that was scheduled earlier. */
export function schedule(delay) {
  clearTimeout(state.timer);
  state.timer = setTimeout(predict, delay);
}

async function predict() {
  state.controller?.abort();
  const { signal } = (state.controller = new AbortController());
  const text = byId("sentence").value;
  try {
    const [{ predictions }, { numbers }] = await Promise.all([
      request("/v1/predict", { text, count: 8 }, signal),
      request("/v1/extract", { text }, signal),
    ]);
    showProblem("predict-problem", null);
    renderPreview(text, numbers);
    renderPredictions(text, predictions);
  } catch (error) {
    if (error.name !== "AbortError") showProblem("predict-problem", error);
  }
}

/** Show the sentence with its numbers and masks as buttons. */
function renderPreview(text, numbers) {
  const unitOffset = unitOffsets(text);
  const masks = [...text.matchAll(/\[#MASK\]/g)].map(({ index }, i) => ({ mask: i, start: index, end: index + MASK.length }));
  const overlapsMask = ({ start, end }) => masks.some((mask) => mask.start < end && start < mask.end);
  const written = numbers.map(({ start, end, numeral, value }) => ({ value, start: unitOffset(start), end: unitOffset(end), numeral: numeral.map(unitOffset) }));
  state.spans = [...masks, ...written.filter((span) => !overlapsMask(span))].sort((a, b) => a.start - b.start);
  const focused = document.activeElement?.closest("#preview") ? Number(document.activeElement.dataset.index) : null;
  const parts = [];
  let done = 0;
  state.spans.forEach((span, i) => {
    const masked = span.mask !== undefined;
    const attributes = { class: `number${masked ? " masked" : ""}`, role: "button", "aria-pressed": String(masked), tabindex: i ? -1 : 0, "data-index": i };
    const label = { "aria-label": masked ? "hidden number" : null };
    parts.push(text.slice(done, span.start), element("span", { ...attributes, ...label }, masked ? "?" : text.slice(span.start, span.end)));
    done = span.end;
  });
  byId("preview").replaceChildren(...parts, text.slice(done));
  const node = focused === null ? null : byId("preview").querySelector(`[data-index="${focused}"]`);
  if (node) focusOn(byId("preview"), node);
}

/** Mask a number, or restore a masked one, which is identified by the text before it. */
function toggle(span) {
  if (!span) return;
  const sentence = byId("sentence");
  const text = sentence.value;
  if (span.mask === undefined) {
    const [start, end] = span.numeral;
    const hidden = { text: text.slice(start, end), value: span.value, label: text.slice(span.start, span.end) };
    state.hidden.set(keyOf(text, start), hidden);
    sentence.setRangeText(MASK, start, end, "end");
  } else {
    const hidden = state.hidden.get(keyOf(text, span.start));
    sentence.setRangeText(hidden?.text ?? "", span.start, span.end, "end");
  }
  schedule(0);
}

const keyOf = (text, start) => text.slice(Math.max(0, start - 24), start);

function renderPredictions(text, predictions) {
  const unitOffset = unitOffsets(text);
  const cards = predictions.map((prediction, i) => {
    const start = text.indexOf(MASK, unitOffset(prediction.start));
    const hidden = state.hidden.get(keyOf(text, start));
    const observed = hidden && hidden.value !== null ? { value: hidden.value, label: `${hidden.label} before` } : undefined;
    return element(
      "article",
      { class: "card", "aria-labelledby": `prediction-${i}` },
      element("h3", { id: `prediction-${i}` }, prediction.text.replace(MASK, "▢")),
      chart(prediction.distribution, { observed }),
      summary(prediction.distribution, percent),
      element(
        "ul",
        { class: "likely", "aria-label": "Likeliest numbers" },
        ...prediction.likeliest.map(({ label, probability }) => element("li", {}, `${label} `, element("small", {}, percent(probability)))),
      ),
    );
  });
  const hint = element("p", { class: "muted" }, `Insert ${MASK} into the sentence to predict a number.`);
  byId("predictions").replaceChildren(...(cards.length ? cards : [hint]));
}
