// A document on the page: its blocks, and its numbers as elements that the keyboard can reach.

import { element } from "./dom.js";

/** Return a function from the server's offsets (code points) to JavaScript's (UTF-16 units). */
export function unitOffsets(text) {
  if (!/[\ud800-\udbff]/.test(text)) return (offset) => offset;
  const units = new Uint32Array(text.length + 1);
  let characters = 0;
  let unit = 0;
  for (const character of text) {
    units[characters++] = unit;
    unit += character.length;
  }
  units[characters] = unit;
  return (offset) => units[Math.min(offset, characters)];
}

/** Render blocks with their numbers into a container; `makeNumber` returns the element of a number. */
export function render(container, text, blocks, numbers, makeNumber) {
  const unitOffset = unitOffsets(text);
  const slice = (start, end) => text.slice(unitOffset(start), unitOffset(end));
  const fragment = document.createDocumentFragment();
  const tables = new Map();
  let next = 0;
  for (const block of blocks) {
    const parent = blockElement(block, fragment, tables);
    let done = block.start;
    while (next < numbers.length && numbers[next].start < block.end) {
      const number = numbers[next];
      parent.append(slice(done, number.start), makeNumber(number, next, slice(number.start, number.end)));
      done = number.end;
      next++;
    }
    parent.append(slice(done, Math.max(done, block.end)));
  }
  container.replaceChildren(fragment);
}

const CLASSES = { title: "title", heading: "heading", note: "aside", header: "aside" };

function blockElement(block, fragment, tables) {
  if (!block.cell) {
    const heading = block.kind === "title" || block.kind === "heading";
    const attributes = { class: `block ${CLASSES[block.kind] ?? ""}`.trim() };
    if (heading) Object.assign(attributes, { role: "heading", "aria-level": Math.min(3 + (block.level || 0), 6) });
    const paragraph = element(heading ? "div" : "p", attributes);
    fragment.append(paragraph);
    return paragraph;
  }
  const [table, row, , rowSpan, columnSpan, header] = block.cell;
  if (!tables.has(table)) {
    const node = element("table", { class: "block" }, element("tbody"));
    tables.set(table, { body: node.firstChild, rows: new Map() });
    fragment.append(node);
  }
  const { body, rows } = tables.get(table);
  if (!rows.has(row)) {
    rows.set(row, element("tr"));
    body.append(rows.get(row));
  }
  const cell = element(header ? "th" : "td", { rowspan: rowSpan > 1 ? rowSpan : null, colspan: columnSpan > 1 ? columnSpan : null, scope: header && row === 1 ? "col" : null });
  rows.get(row).append(cell);
  return cell;
}

/** Roving tabindex: the numbers are one tab stop, and arrow keys move between them. */
export function rove(container, select) {
  container.addEventListener("keydown", (event) => {
    const current = event.target.closest(".number");
    if (!current) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      select(current);
      return;
    }
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const numbers = [...container.querySelectorAll(".number")];
    const index = numbers.indexOf(current) + steps[event.key];
    focusOn(container, numbers[Math.min(Math.max(index, 0), numbers.length - 1)]);
  });
  container.addEventListener("click", (event) => {
    const current = event.target.closest(".number");
    if (!current) return;
    focusOn(container, current);
    select(current);
  });
}

export function focusOn(container, number) {
  for (const other of container.querySelectorAll('.number[tabindex="0"]')) other.tabIndex = -1;
  number.tabIndex = 0;
  number.focus({ preventScroll: true });
  number.scrollIntoView({ block: "nearest" });
}
