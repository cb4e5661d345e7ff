// The choice of light or dark: the system's until the reader presses the button. Out: that button.

import { el } from "./dom.ts";

export function themeSwitch(): HTMLButtonElement {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = (): boolean => (root.dataset.theme === undefined ? dark.matches : root.dataset.theme === "dark");
  const button = el("button", { type: "button", class: "theme" });
  const label = (): void => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "Switch to light colours" : "Switch to dark colours");
  };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    label();
  });
  dark.addEventListener("change", label);
  label();
  return button;
}
