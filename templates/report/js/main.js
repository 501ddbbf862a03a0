// Everything begins here, what is quick first; the graph comes when it has been laid out.

const KEYS = [
  ["/", "search"], ["Esc", "let go of what is chosen and searched for"], ["G S M", "to graph, schedule, memory"],
  ["N P", "next and previous actor"], ["+ − 0", "zoom in, out, show all: of the picture that has the focus"],
  ["← → ↑ ↓", "move in that picture"], ["F U", "fold and unfold all groups"], ["W", "width of FIFOs: bytes moved or passed"],
  ["T", "dark or light"], ["?", "this list"],
];

function showKeys() {
  at("keys").replaceChildren(
    make("h2", {}, "Keys"),
    make("dl", {}, KEYS.map(([keys, text]) => [make("dt", {}, keys.split(" ").map((key) => make("kbd", {}, key))), make("dd", {}, text)])),
    make("form", { method: "dialog" }, make("button", {}, "Close")));
  at("keys").showModal();
}

function clear() {
  at("search").value = "";
  search("");
  choose(null);
}

function goTo(id) {
  at(id).scrollIntoView();
  at(id).querySelector("[tabindex='0']")?.focus({ preventScroll: true });
}

function startKeys(graph) {
  const actions = {
    "/": () => at("search").focus(), "?": showKeys, Escape: clear, t: switchTheme, g: () => goTo("graph"), s: () => goTo("schedule"),
    m: () => goTo("memory"), n: () => graph.step(1), p: () => graph.step(-1), w: () => graph.switchWidths(),
    f: () => graph.refold(() => graph.hierarchy.foldAll()), u: () => graph.refold(() => graph.hierarchy.unfoldAll()),
  };
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLInputElement;
    if (event.ctrlKey || event.metaKey || event.altKey || (typing && event.key !== "Escape")) return;
    if (at("keys").open) return;
    const inGraph = event.target.closest?.("#graph-canvas") && graph.pan.key(event);
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!inGraph && !action) return;
    event.preventDefault();
    if (!inGraph) action();
  });
}

// Which section is being read.
function startSections() {
  const links = new Map([...document.querySelectorAll(".bar nav a")].map((link) => [link.hash.slice(1), link]));
  const observer = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting) continue;
      for (const link of links.values()) link.removeAttribute("aria-current");
      links.get(target.id).setAttribute("aria-current", "true");
    }
  }, { rootMargin: "-20% 0px -70% 0px" });
  for (const id of links.keys()) observer.observe(at(id));
}

startTheme();
startFigures();
startNodes();
const graphView = new GraphView();
startDetails();
startSchedule();
startMemory();
startTables();
startCompare();
startKeys(graphView);
startSections();
at("search").addEventListener("input", () => search(at("search").value));
at("help").addEventListener("click", showKeys);
document.documentElement.dataset.ready = "true";
