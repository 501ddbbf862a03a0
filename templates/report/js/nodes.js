// A program for several nodes: what each does, what lies between them, and which of them the rest of the page is about.

function nodeLink(node) {
  const place = node.node === nodeShown ? { "aria-current": "page" } : { href: `?node=${node.node}` };
  return make("a", place, node.name);
}

function nodeNamed(name) {
  return nodes.find((node) => node.name === name);
}

function nodeColumns() {
  return [
    { title: "Node", type: "name", value: (n) => n.name, show: nodeLink },
    { title: "Host", type: "text", value: (n) => n.host, show: (n) => n.host || "any" },
    { title: "Iteration", type: "number", value: (n) => n.period_ns, show: (n) => time(n.period_ns), help: "predicted, with its messages" },
    { title: "Cores", type: "number", value: (n) => n.plan.cores },
    { title: "Memory", type: "number", value: (n) => n.record.memory.arena_bytes, show: (n) => bytes(n.record.memory.arena_bytes) },
    { title: "Actors", type: "long", value: (n) => n.record.actors.map((actor) => actor.name).join(", ") },
  ];
}

function linkColumns() {
  return [
    { title: "FIFO", type: "name", value: (l) => l.fifo, show: (l) => breakable(l.fifo) },
    { title: "From", type: "text", value: (l) => l.source, show: (l) => nodeLink(nodeNamed(l.source)) },
    { title: "To", type: "text", value: (l) => l.target, show: (l) => nodeLink(nodeNamed(l.target)) },
    { title: "Bytes", type: "number", value: (l) => l.bytes_per_iteration, show: (l) => bytes(l.bytes_per_iteration), help: "an iteration" },
    { title: "Message", type: "number", value: (l) => l.message_bytes, show: (l) => bytes(l.message_bytes), help: "the tokens of a pass" },
    { title: "Slots", type: "text", value: (l) => `${l.source_slots} and ${l.target_slots}`, help: "messages that have room at either end" },
    { title: "Reason", type: "long", value: (l) => l.reason },
  ];
}

function startNodes() {
  if (!nodes) return;
  at("nodes").hidden = false;
  at("nodes-link").hidden = false;
  at("nodes-note").textContent = `What follows is about node ${nodes[nodeShown].name}; the name of another one leads there.`;
  new Table(at("node-table"), { label: "nodes", columns: nodeColumns(), rows: nodes, key: (n) => n.name, sorted: { index: 2, rising: false } });
  new Table(at("link-table"), { label: "links", columns: linkColumns(), rows: links, key: (l) => String(l.link), sorted: { index: 3, rising: false } });
}
