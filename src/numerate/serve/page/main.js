// The two tabs, and the line about the model.

import { request } from "./api.js";
import { startCheck } from "./check.js";
import { byId } from "./dom.js";
import { schedule, startPredict } from "./predict.js";

const tabs = [...document.querySelectorAll('[role="tab"]')];

function select(tab) {
  for (const other of tabs) {
    const selected = other === tab;
    other.setAttribute("aria-selected", String(selected));
    other.tabIndex = selected ? 0 : -1;
    byId(other.getAttribute("aria-controls")).hidden = !selected;
  }
  if (tab.id === "tab-predict") schedule(0);
}

for (const tab of tabs) {
  tab.addEventListener("click", () => select(tab));
  tab.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    select(next);
    next.focus();
  });
}

startCheck();
startPredict();
const [model, health] = await Promise.all([request("/v1/model"), request("/v1/health")]);
byId("about").textContent = `numerate ${health.version}, model ${model.name}; it covers ${model.known}.`;
