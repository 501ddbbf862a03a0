// Dark or light: as the system says until the reader chooses, and light on paper.

const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  tell("theme");
}

function startTheme() {
  setTheme(prefersDark.matches ? "dark" : "light");
  prefersDark.addEventListener("change", (event) => setTheme(event.matches ? "dark" : "light"));
  at("theme").addEventListener("click", switchTheme);
  let before = "light";
  window.addEventListener("beforeprint", () => {
    before = document.documentElement.dataset.theme;
    setTheme("light");
  });
  window.addEventListener("afterprint", () => setTheme(before));
}

function switchTheme() {
  setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
}
