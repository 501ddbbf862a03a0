// What is known of the actor, FIFO or buffer that is chosen.

function actorLines(actor) {
  const measured = measuredActors.get(actor.name);
  return [
    actor.function && `${actor.function}()`,
    `${plural(actor.firings, "firing")} an iteration, ${time(actor.time_ns)} each${actor.guessed ? " (a guess)" : ""}`,
    measured && `measured ${time(measured.median_ns)} each`,
    actor.cores.length && `on core ${actor.cores.join(", ")}`,
  ];
}

function fifoLines(fifos) {
  const [fifo] = fifos;
  const passed = fifos.reduce((sum, { bytes: size }) => sum + size, 0);
  const moved = fifos.reduce((sum, { moved_bytes }) => sum + moved_bytes, 0);
  const sizes = `${bytes(passed)} an iteration, ${moved ? `${bytes(moved)} moved` : "nothing moves"}`;
  return fifos.length > 1 ? [sizes] : [`${fifo.strategy}: ${fifo.reason}`, sizes];
}

function entries(rows) {
  const shown = rows.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return make("dl", {}, shown.map(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
}

function actorDetails(actor) {
  const measured = measuredActors.get(actor.name);
  const ins = record.fifos.filter((fifo) => fifo.target === actor.name);
  const outs = record.fifos.filter((fifo) => fifo.source === actor.name);
  const list = (title, fifos) => fifos.length > 0 && make("div", {}, make("p", {}, title), fifos.map((f) => nameButton("fifo", f.name)));
  return [
    entries([
      ["Kind", actor.kind], ["Function", actor.function], ["Place", actor.place],
      ["Cores", actor.cores.join(", ") || "none"], ["Firings", count(actor.firings)],
      ["Per firing", `${time(actor.time_ns)}${actor.guessed ? " (a guess)" : ""}`], ["Iteration", time(actor.iteration_ns)],
      ["Measured", measured && time(measured.median_ns)], ["99 % within", measured && time(measured.p99_ns)],
      ["Share", measured && percent(measured.share)],
    ]),
    list("Reads", ins), list("Writes", outs),
  ];
}

function fifoDetails(fifo) {
  const measured = measuredFifos.get(fifo.name);
  return [
    entries([
      ["Strategy", chip(fifo.strategy)], ["Type", fifo.type], ["Rates", fifo.rates.join(" → ")],
      ["Delay", fifo.delay_tokens ? plural(fifo.delay_tokens, "token") : null],
      ["Access", fifo.access && `${fifo.access} (${fifo.trust})`], ["Place", fifo.place],
      ["Bytes an iteration", bytes(fifo.bytes)], ["Moved an iteration", bytes(fifo.moved_bytes)],
      ["Cost an iteration", fifo.moving_ns ? time(fifo.moving_ns) : null],
      ["Moving in the run", measured && time(measured.exposed_ns)],
      ["Waited in the run", measured && time(measured.waiting_ns)],
    ]),
    fifo.reason && make("p", {}, `${fifo.reason}.`),
    Object.keys(fifo.estimates_ns).length > 0 && make("p", {}, "An iteration by strategy:"),
    estimateBars(fifo),
    make("p", {}, nameButton("actor", fifo.source), " → ", nameButton("actor", fifo.target)),
  ];
}

function estimateBars(fifo) {
  const estimates = Object.entries(fifo.estimates_ns);
  return bars(estimates.map(([strategy, ns]) => ({
    name: strategy === fifo.strategy ? `${strategy} ✓` : strategy, value: ns, show: time(ns), colour: strategyColour(strategy),
  })));
}

function bufferDetails(buffer) {
  return [
    entries([
      ["At", count(buffer.offset_bytes)], ["Size", bytes(buffer.size_bytes)],
      ["Slots", `${count(buffer.slots)} × ${bytes(buffer.slot_bytes)}`], ["Layout", buffer.layout],
      ["Core", buffer.core === null ? "several" : String(buffer.core)],
    ]),
    make("p", {}, buffer.lasting ? "It is there all the time." : "Its addresses are free for others between its uses."),
  ];
}

function renderDetails() {
  const { kind, name } = state.chosen ?? {};
  const parts = {
    actor: () => actorDetails(actorByName.get(name)),
    fifo: () => fifoDetails(fifoByName.get(name)),
    buffer: () => bufferDetails(record.memory.buffers.find((buffer) => buffer.name === name)),
  };
  if (!kind) {
    at("details").replaceChildren(make("p", { class: "note" }, "Choose an actor or a FIFO to see what is known of it."));
    return;
  }
  at("details").replaceChildren(make("h3", {}, name), ...parts[kind]().flat().filter(Boolean));
}

function startDetails() {
  listen("choose", renderDetails);
  renderDetails();
}
