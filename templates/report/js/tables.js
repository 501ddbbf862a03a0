// The tables of FIFOs and of actors.

function nameButton(kind, name) {
  return make("button", { type: "button", class: "linklike", onclick: (event) => {
    event.stopPropagation();
    choose(kind, name);
  } }, breakable(name));
}

// Long names break after a part, not within one.
function breakable(name) {
  return name.split(/(?<=[:./])/).flatMap((part, index) => (index ? [make("wbr"), part] : [part]));
}

function fifoColumns() {
  const columns = [
    { title: "FIFO", type: "name", value: (f) => f.name, show: (f) => nameButton("fifo", f.name) },
    { title: "Strategy", type: "text", value: (f) => f.strategy, show: (f) => chip(f.strategy) },
    { title: "Bytes an iteration", type: "number", value: (f) => f.bytes, show: (f) => bytes(f.bytes) },
    { title: "Moved an iteration", type: "number", value: (f) => f.moved_bytes, show: (f) => bytes(f.moved_bytes) },
    { title: "Cost an iteration", type: "number", value: (f) => f.moving_ns, show: (f) => time(f.moving_ns), help: "predicted" },
    { title: "Delay", type: "number", value: (f) => f.delay_tokens, show: (f) => f.delay_tokens || "" },
  ];
  if (profile) {
    const of = (get) => (f) => get(measuredFifos.get(f.name) ?? {}) ?? null;
    const [exposed, rate, waiting, high] = [
      of((m) => m.exposed_ns), of((m) => m.bytes_per_s), of((m) => m.waiting_ns), of((m) => m.depth_high_tokens),
    ];
    columns.push(
      { title: "Moving in the run", type: "number", value: exposed, show: (f) => time(exposed(f)), help: "measured: what cores spent on moving" },
      { title: "Per second", type: "number", value: rate, show: (f) => bytes(rate(f)), help: "while it was moved" },
      { title: "Waited in the run", type: "number", value: waiting, show: (f) => time(waiting(f)), help: "measured: how long cores waited for it" },
      { title: "Filled", type: "number", value: high, show: (f) => count(high(f)), help: "most tokens that lay in it" },
    );
  }
  columns.push({ title: "Reason", type: "long", value: (f) => f.reason });
  return columns;
}

function actorColumns() {
  const measured = (get) => (a) => get(measuredActors.get(a.name) ?? {}) ?? null;
  const columns = [
    { title: "Actor", type: "name", value: (a) => a.name, show: (a) => nameButton("actor", a.name) },
    { title: "Kind", type: "text", value: (a) => a.kind },
    { title: "Place", type: "text", value: (a) => a.place },
    { title: "Cores", type: "text", value: (a) => a.cores.join(", ") },
    { title: "Firings", type: "number", value: (a) => a.firings, show: (a) => count(a.firings), help: "an iteration" },
    { title: "Per firing", type: "number", value: (a) => a.time_ns, show: (a) => (a.guessed ? "≈ " : "") + time(a.time_ns), help: "as stated in the graph; ≈: a guess" },
    { title: "Iteration", type: "number", value: (a) => a.iteration_ns, show: (a) => time(a.iteration_ns), help: "predicted, all firings of an iteration" },
  ];
  if (profile) {
    const [median, p99, total, share] = [
      measured((m) => m.median_ns), measured((m) => m.p99_ns), measured((m) => m.time_ns), measured((m) => m.share),
    ];
    columns.push(
      { title: "Measured", type: "number", value: median, show: (a) => time(median(a)), help: "median of a firing" },
      { title: "99 %", type: "number", value: p99, show: (a) => time(p99(a)), help: "of firings take at most this" },
      { title: "In the run", type: "number", value: total, show: (a) => time(total(a)) },
      { title: "Share", type: "number", value: share, show: (a) => percent(share(a)), help: "of the time of all cores" },
    );
  }
  return columns;
}

function startTables() {
  new Table(at("fifo-table"), {
    label: "FIFOs", columns: fifoColumns(), rows: record.fifos, kind: "fifo", key: (f) => f.name, sorted: { index: 3, rising: false },
  });
  new Table(at("actor-table"), {
    label: "actors", columns: actorColumns(), rows: record.actors, kind: "actor", key: (a) => a.name, sorted: { index: 6, rising: false },
  });
}
