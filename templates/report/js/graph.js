// The drawing of the graph. elkjs lays it out in a worker, or layers.js where it is large; this file draws what they say.

const LARGE_FROM = 250;
const NODE_HEIGHT = 44;

function nodeSize(name, more, ports) {
  return {
    width: Math.max(70, 7.6 * name.length + 34, 6.4 * more.length + 34),
    height: Math.max(NODE_HEIGHT, 18 * ports + 12),
  };
}

function actorMore(actor) {
  const times = actor.firings > 1 ? `${compact(actor.firings)} × ` : "";
  if (actor.kind !== "actor") return times + actor.kind;
  return times + (actor.guessed ? "≈ " : "") + time(actor.time_ns);
}

// The graph in the form that elkjs reads.
class ElkGraph {
  constructor(hierarchy) {
    this.hierarchy = hierarchy;
    this.edges = hierarchy.edges();
    this.ports = this.portsOfNodes();
    this.nodes = new Map();
    this.groups = new Map();
    const children = this.children(hierarchy.root);
    this.isLarge = this.nodes.size > LARGE_FROM;
    this.root = { id: "root", layoutOptions: this.options(), children, edges: this.edges.map((edge) => this.edge(edge)) };
  }

  options() {
    const between = this.isLarge ? 54 : Math.max(54, Math.min(88, Math.max(0, ...this.edges.map(roomForTexts))));
    const common = {
      "elk.algorithm": "layered",
      "elk.direction": "RIGHT",
      "elk.hierarchyHandling": "INCLUDE_CHILDREN",
      "elk.json.edgeCoords": "ROOT",
      "elk.json.shapeCoords": "ROOT",
      "elk.layered.spacing.nodeNodeBetweenLayers": String(between),
      "elk.spacing.portPort": "18",
      "elk.spacing.nodeNode": "26",
      "elk.spacing.edgeNode": "18",
      "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
      "elk.edgeRouting": "ORTHOGONAL",
    };
    const fast = {
      "elk.layered.thoroughness": "1",
      "elk.layered.nodePlacement.strategy": "SIMPLE",
      "elk.edgeRouting": "POLYLINE",
      "elk.layered.considerModelOrder.strategy": "NONE",
    };
    return this.isLarge ? { ...common, ...fast } : common;
  }

  portsOfNodes() {
    const ports = new Map();
    const add = (end, side, port) => {
      if (!ports.has(end.id)) ports.set(end.id, new Map());
      ports.get(end.id).set(`${end.id} ${side} ${port}`, side);
    };
    for (const edge of this.edges) {
      edge.sourcePort = edge.source.actor === undefined ? "" : edge.fifos[0].source_port;
      edge.targetPort = edge.target.actor === undefined ? edge.id : edge.fifos[0].target_port;
      add(edge.source, "EAST", edge.sourcePort);
      add(edge.target, "WEST", edge.targetPort);
    }
    return ports;
  }

  children(group) {
    const groups = [...group.groups.values()].map((inner) => (
      this.hierarchy.folded.has(inner.path) ? this.foldedGroup(inner) : this.openGroup(inner)));
    return [...groups, ...group.actors.map((actor) => this.actor(actor))];
  }

  foldedGroup(group) {
    const more = plural(this.hierarchy.countIn(group), "actor");
    return this.node(`group:${group.path}`, group.name, more, { group });
  }

  openGroup(group) {
    const id = `group:${group.path}`;
    this.groups.set(id, group);
    return { id, children: this.children(group), layoutOptions: { "elk.padding": "[top=36,left=16,bottom=16,right=16]" } };
  }

  actor(actor) {
    const name = actor.name.split("/").at(-1);
    return this.node(`actor:${actor.name}`, name, actorMore(actor), { actor });
  }

  node(id, name, more, subject) {
    const ports = [...(this.ports.get(id) ?? new Map())];
    const sides = ports.map(([, side]) => side);
    const most = Math.max(sides.filter((side) => side === "WEST").length, sides.filter((side) => side === "EAST").length);
    this.nodes.set(id, { id, name, more, ...subject });
    return {
      id,
      ...nodeSize(name, more, most),
      ports: ports.map(([port, side]) => ({ id: port, width: 1, height: 1, layoutOptions: { "elk.port.side": side } })),
      layoutOptions: { "elk.portConstraints": "FIXED_SIDE" },
    };
  }

  edge(edge) {
    return {
      id: edge.id,
      sources: [`${edge.source.id} EAST ${edge.sourcePort}`],
      targets: [`${edge.target.id} WEST ${edge.targetPort}`],
    };
  }
}

// elkjs in its worker, which takes a while to begin: only once there is a graph for it.
let elkStarted = null;

function elk() {
  if (!elkStarted) {
    const url = URL.createObjectURL(new Blob([at("elk-worker").textContent], { type: "text/javascript" }));
    elkStarted = new ELK({ workerFactory: () => new Worker(url), algorithms: ["layered"] });
  }
  return elkStarted;
}

class GraphView {
  constructor() {
    this.host = at("graph-canvas");
    this.hierarchy = new Hierarchy();
    this.widths = "moved";
    this.busy = make("div", { class: "busy", role: "status" });
    this.scene = draw("g");
    this.svg = draw("svg", { "aria-hidden": "true" }, this.scene);
    this.host.append(this.svg, this.busy);
    this.pan = new PanZoom(this.host, this.svg, this.scene);
    this.toolbar();
    listen("choose", () => this.onChoose());
    listen("search", () => this.mark());
    window.addEventListener("beforeprint", () => this.pan.beginPrint());
    window.addEventListener("afterprint", () => this.pan.endPrint());
    this.layout();
  }

  toolbar() {
    const button = (text, title, action) => make("button", { type: "button", title, onclick: action }, text);
    const tools = [
      button("−", "Smaller (-)", () => this.pan.zoom(1 / 1.3)),
      button("+", "Larger (+)", () => this.pan.zoom(1.3)),
      button("Show all", "Show all (0)", () => this.pan.fit()),
    ];
    if (this.hierarchy.groups.size) {
      tools.push(button("Fold all", "Fold all groups (F)", () => this.refold(() => this.hierarchy.foldAll())));
      tools.push(button("Unfold all", "Unfold all groups (U)", () => this.refold(() => this.hierarchy.unfoldAll())));
    }
    this.widthButton = button("Width: bytes moved", "What the width of a FIFO tells (W)", () => this.switchWidths());
    const legend = data.strategies.filter((name) => record.fifos.some((fifo) => fifo.strategy === name))
      .map((name) => make("span", { style: { "--swatch": strategyColour(name) } }, name));
    at("graph-tools").append(...tools, this.widthButton, make("div", { class: "legend" }, legend));
  }

  switchWidths() {
    this.widths = this.widths === "moved" ? "passed" : "moved";
    this.widthButton.textContent = `Width: bytes ${this.widths}`;
    if (this.laid) this.draw();
  }

  refold(change) {
    change();
    return this.layout();
  }

  async layout() {
    const graph = new ElkGraph(this.hierarchy);
    this.busy.textContent = `Laying out ${plural(graph.nodes.size, "node")} …`;
    this.busy.hidden = false;
    this.latest = graph;
    try {
      const laid = graph.isLarge && !graph.groups.size ? layersLayout(graph.root) : await elk().layout(graph.root);
      if (this.latest !== graph) return;
      this.graph = graph;
      this.laid = laid;
      this.busy.hidden = true;
      this.draw();
      this.setHeight(laid);
      this.pan.setSize(laid.width, laid.height);
      this.pan.fit();
      this.host.dataset.nodes = graph.nodes.size;
      this.host.dataset.edges = graph.edges.length;
    } catch (error) {
      this.busy.textContent = `The graph cannot be laid out: ${error.message ?? error}`;
    }
  }

  // As high as the drawing needs to fill the width, within bounds.
  setHeight({ width, height }) {
    const scale = Math.min(1.25, (this.host.clientWidth - 40) / width);
    const wanted = Math.min(Math.max(height * scale + 60, 260), 640, 0.75 * window.innerHeight);
    this.host.style.height = `${wanted}px`;
  }

  draw() {
    this.elements = { nodes: new Map(), edges: new Map() };
    const groups = draw("g");
    const nodes = draw("g");
    this.drawChildren(this.laid, groups, nodes);
    const edges = draw("g", {}, this.laid.edges.map((edge, index) => this.edgeElement(edge, this.graph.edges[index])));
    this.scene.replaceChildren(groups, edges, nodes);
    this.mark();
  }

  drawChildren(parent, groups, nodes) {
    for (const child of parent.children ?? []) {
      const group = this.graph.groups.get(child.id);
      if (group) {
        groups.append(this.groupElement(child, group));
        this.drawChildren(child, groups, nodes);
      } else {
        nodes.append(this.nodeElement(child, this.graph.nodes.get(child.id)));
      }
    }
  }

  // An element that folds or unfolds a group, by mouse or by keyboard.
  foldable(element, group, expanded) {
    const act = () => this.refold(() => this.hierarchy.toggle(group.path));
    return fill(element, {
      tabindex: 0,
      role: "button",
      "aria-expanded": String(expanded),
      "aria-label": `${expanded ? "Fold" : "Unfold"} ${group.path}`,
      "data-group": group.path,
      onclick: act,
      onkeydown: (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          event.stopPropagation();
          act();
        }
      },
    }, []);
  }

  groupElement(box, group) {
    const head = draw("g", { class: "head" },
      draw("rect", { x: box.x, y: box.y, width: box.width, height: 28, fill: "transparent" }),
      draw("text", { x: box.x + 14, y: box.y + 20 }, `▾ ${group.name}`));
    return draw("g", { class: "group" },
      draw("rect", { class: "box", x: box.x, y: box.y, width: box.width, height: box.height, rx: 12 }),
      this.foldable(head, group, true));
  }

  nodeElement(box, node) {
    const { x, y, width, height } = box;
    const middle = y + height / 2;
    const strip = node.actor ? draw("rect", { class: "strip", x, y: y + 8, width: 4, height: height - 16, rx: 2 }) : null;
    const shade = node.actor ? coreColour(node.actor.cores) : undefined;
    const title = node.group ? `▸ ${node.name}` : node.name;
    const kind = node.group ? "folded" : node.actor.kind === "actor" ? "" : "routing";
    const element = draw("g", { class: `node ${kind}`, "data-name": node.actor?.name, style: { "--core": shade } },
      draw("rect", { class: "box", x, y, width, height, rx: 9 }), strip,
      draw("text", { x: x + 14, y: middle - 2 }, title),
      draw("text", { class: "more", x: x + 14, y: middle + 13 }, node.more));
    if (node.group) return this.foldable(element, node.group, false);
    this.elements.nodes.set(node.actor.name, { element, box });
    return fill(element, {
      onclick: () => choose("actor", node.actor.name),
      onpointermove: (event) => showTooltip(event, node.actor.name, ...actorLines(node.actor)),
      onpointerleave: hideTooltip,
    }, []);
  }

  edgeElement(laid, edge) {
    const points = laid.sections.flatMap((s) => [s.startPoint, ...(s.bendPoints ?? []), s.endPoint]);
    const heaviest = edge.fifos.reduce((a, b) => (b.moved_bytes > a.moved_bytes ? b : a));
    const size = edge.fifos.reduce((sum, fifo) => sum + (this.widths === "moved" ? fifo.moved_bytes : fifo.bytes), 0);
    const width = size ? Math.min(8, 1.4 + 0.42 * Math.log2(1 + size / 256)) : 1.3;
    const path = roundedPath(points);
    const parts = [
      draw("path", { class: "hit", d: path }),
      draw("path", { class: "line", d: path, "stroke-width": width.toFixed(2) }),
      arrow(points, width),
    ];
    if (!this.graph.isLarge) parts.push(...edgeTexts(points, edge));
    const element = draw("g", { class: "edge", style: { "--colour": strategyColour(heaviest.strategy) } }, parts);
    for (const fifo of edge.fifos) this.elements.edges.set(fifo.name, { element, points });
    const names = edge.fifos.length > 1 ? `${edge.fifos.length} FIFOs` : edge.fifos[0].name;
    return fill(element, {
      onclick: () => choose("fifo", heaviest.name),
      onpointermove: (event) => showTooltip(event, names, ...fifoLines(edge.fifos)),
      onpointerleave: hideTooltip,
    }, []);
  }

  onChoose() {
    const { kind, name } = state.chosen ?? {};
    const fifo = kind === "fifo" ? fifoByName.get(name) : null;
    const names = kind === "actor" ? [name] : fifo ? [fifo.source, fifo.target] : [];
    const unfolded = names.filter((actor) => this.hierarchy.reveal(actor)).length > 0;
    if (unfolded) this.layout().then(() => this.showChosen());
    else this.showChosen();
  }

  showChosen() {
    this.mark();
    const { kind, name } = state.chosen ?? {};
    const box = this.elements?.nodes.get(name)?.box;
    const points = kind === "fifo" ? this.elements?.edges.get(name)?.points : null;
    if (kind === "actor" && box) this.pan.reveal(box.x + box.width / 2, box.y + box.height / 2);
    if (points) this.pan.reveal((points[0].x + points.at(-1).x) / 2, (points[0].y + points.at(-1).y) / 2);
  }

  // Shows what is chosen with its neighbours, and what the search has found.
  mark() {
    if (!this.elements) return;
    const near = neighbours();
    for (const [name, { element }] of this.elements.nodes) {
      element.classList.toggle("chosen", isChosen("actor", name));
      element.classList.toggle("found", isFound(name));
      element.classList.toggle("faded", near !== null && !near.actors.has(name));
    }
    const shown = new Set();
    for (const [name, { element }] of this.elements.edges) if (near === null || near.fifos.has(name)) shown.add(element);
    for (const [name, { element }] of this.elements.edges) {
      element.classList.toggle("chosen", isChosen("fifo", name));
      element.classList.toggle("faded", !shown.has(element));
    }
  }

  // The next actor, or the one before, becomes the chosen one; where none is, the first, or the last.
  step(by) {
    const names = [...(this.elements?.nodes.keys() ?? [])];
    if (!names.length) return;
    const now = state.chosen?.kind === "actor" ? names.indexOf(state.chosen.name) : -1;
    const next = now < 0 && by < 0 ? names.length - 1 : (now + by + names.length) % names.length;
    choose("actor", names[next]);
  }
}

// What is chosen in the graph and what is next to it; null if nothing is.
function neighbours() {
  const { kind, name } = state.chosen ?? {};
  if (kind !== "actor" && kind !== "fifo") return null;
  const fifos = record.fifos.filter((f) => (kind === "fifo" ? f.name === name : f.source === name || f.target === name));
  const actors = new Set(fifos.flatMap((fifo) => [fifo.source, fifo.target]));
  if (kind === "actor") actors.add(name);
  return { actors, fifos: new Set(fifos.map((fifo) => fifo.name)) };
}

function coreColour(cores) {
  if (!cores.length) return "var(--line)";
  return cores.length > 1 ? "var(--faint)" : `hsl(${(215 + 137.5 * cores[0]) % 360} 65% 55%)`;
}
