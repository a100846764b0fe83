// The two tabs, and the line about the model.

import { ask } from "./api.js";
import { startCheck } from "./check.js";
import { byId } from "./dom.js";
import { soon, startPredict } from "./predict.js";

const tabs = [...document.querySelectorAll('[role="tab"]')];

function choose(tab) {
  for (const other of tabs) {
    const chosen = other === tab;
    other.setAttribute("aria-selected", String(chosen));
    other.tabIndex = chosen ? 0 : -1;
    byId(other.getAttribute("aria-controls")).hidden = !chosen;
  }
  if (tab.id === "tab-predict") soon(0);
}

for (const tab of tabs) {
  tab.addEventListener("click", () => choose(tab));
  tab.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    choose(next);
    next.focus();
  });
}

startCheck();
startPredict();
const [model, health] = await Promise.all([ask("/v1/model"), ask("/v1/health")]);
byId("about").textContent = `numerate ${health.version}, model ${model.name}; it knows ${model.known}.`;
