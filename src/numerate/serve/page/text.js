// A document on the page: its blocks, and in them its numbers, which keyboards and readers can reach.

import { element } from "./dom.js";

/** The server counts characters, JavaScript counts halves of some: turn all offsets of an answer over. */
export function inUnits(text) {
  if (!/[\ud800-\udbff]/.test(text)) return (offset) => offset;
  const units = new Uint32Array(text.length + 1);
  let characters = 0;
  let at = 0;
  for (const character of text) {
    units[characters++] = at;
    at += character.length;
  }
  units[characters] = at;
  return (offset) => units[Math.min(offset, characters)];
}

/** Write blocks with their numbers into a container; `make` gives the element of a number. */
export function write(container, text, blocks, numbers, make) {
  const at = inUnits(text);
  const page = document.createDocumentFragment();
  const tables = new Map();
  let next = 0;
  for (const block of blocks) {
    const home = homeOf(block, page, tables);
    let done = block.start;
    while (next < numbers.length && numbers[next].start < block.end) {
      const number = numbers[next];
      home.append(text.slice(at(done), at(number.start)), make(number, next, text.slice(at(number.start), at(number.end))));
      done = number.end;
      next++;
    }
    home.append(text.slice(at(done), at(Math.max(done, block.end))));
  }
  container.replaceChildren(page);
}

const CLASSES = { title: "title", heading: "part", note: "aside", header: "aside" };

function homeOf(block, page, tables) {
  if (!block.cell) {
    const heading = block.kind === "title" || block.kind === "heading";
    const attributes = { class: `block ${CLASSES[block.kind] ?? ""}`.trim() };
    if (heading) Object.assign(attributes, { role: "heading", "aria-level": Math.min(3 + (block.level || 0), 6) });
    const made = element(heading ? "div" : "p", attributes);
    page.append(made);
    return made;
  }
  const [table, row] = block.cell;
  if (!tables.has(table)) {
    const made = element("table", { class: "block" }, element("tbody"));
    tables.set(table, { body: made.firstChild, rows: new Map() });
    page.append(made);
  }
  const { body, rows } = tables.get(table);
  if (!rows.has(row)) {
    rows.set(row, element("tr"));
    body.append(rows.get(row));
  }
  const cell = element("td");
  rows.get(row).append(cell);
  return cell;
}

/** Arrow keys go from number to number; only one of them is a stop of the Tab key. */
export function rove(container, chosen) {
  const all = () => [...container.querySelectorAll(".number")];
  container.addEventListener("keydown", (event) => {
    const here = event.target.closest(".number");
    if (!here) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      chosen(here);
      return;
    }
    const numbers = all();
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const place = numbers.indexOf(here) + steps[event.key];
    focusOn(container, numbers[Math.min(Math.max(place, 0), numbers.length - 1)]);
  });
  container.addEventListener("click", (event) => {
    const here = event.target.closest(".number");
    if (!here) return;
    focusOn(container, here);
    chosen(here);
  });
}

export function focusOn(container, number) {
  for (const other of container.querySelectorAll('.number[tabindex="0"]')) other.tabIndex = -1;
  number.tabIndex = 0;
  number.focus({ preventScroll: true });
  number.scrollIntoView({ block: "nearest" });
}
