// The overview: the figures of the program, what each core does, and what to do.

// `value` is shown with `show`; it stands in the page as it is in the data, too.
function tile(label, value, show, more) {
  return make("div", { class: "tile" },
    make("div", { class: "label" }, label),
    make("div", { class: "value", "data-figure": label, "data-value": value }, show(value)),
    make("div", { class: "more" }, more));
}

function tiles() {
  const { schedule, memory } = record;
  const measured = profile?.iteration;
  const moved = record.fifos.reduce((sum, fifo) => sum + fifo.moved_bytes, 0);
  const passed = record.fifos.reduce((sum, fifo) => sum + fifo.bytes, 0);
  const found = [tile(schedule.is_guess ? "Guessed period" : "Predicted period", schedule.period_ns, time,
    `${plural(schedule.span_iterations, "iteration")} in ${time(schedule.span_ns)}`)];
  if (measured) {
    const range = measured.low_ns ? `${time(measured.low_ns)} to ${time(measured.high_ns)}` : "";
    const predicted = measured.predicted_run_ns ?? schedule.period_ns;
    const ratio = predicted && !schedule.is_guess ? ` · ${number(measured.period_ns / predicted)} × predicted` : "";
    found.unshift(tile("Measured period", measured.period_ns, time, range + ratio));
  }
  const period = measured?.period_ns ?? schedule.period_ns;
  found.push(tile("Iterations per second", period ? 1e9 / period : null, (value) => (value ? number(value) : "–"),
    measured ? "measured" : "predicted"));
  found.push(tile("Moved per iteration", moved, bytes, `of ${bytes(passed)} that pass through FIFOs`));
  found.push(tile("Memory", memory.arena_bytes, bytes,
    `lower bound ${bytes(memory.lower_bound_bytes)}, unshared ${bytes(memory.unshared_bytes)}`));
  if (profile) {
    const faults = profile.page_faults ?? {};
    found.push(tile("Page faults", faults.minor ?? null, count, `${count(faults.major)} major, in the whole run`));
  }
  return found;
}

const SHARES = {
  busy: ["busy", "var(--accent)"],
  moving: ["moving bytes", "var(--moving)"],
  waiting: ["waiting", "var(--wait)"],
  asleep: ["asleep", "var(--line)"],
  other: ["other", "var(--faint)"],
};

function stack(name, shares) {
  const parts = shares.filter(([, share]) => share > 0).map(([what, share]) =>
    make("i", { class: what, style: { width: `${100 * share}%` }, title: `${SHARES[what][0]}: ${percent(share)}` }));
  const text = shares.filter(([, share]) => share > 0).map(([what, share]) => `${SHARES[what][0]} ${percent(share)}`);
  return make("div", { class: "stack-row" }, make("span", { class: "name" }, name),
    make("div", { class: "stack", role: "img", "aria-label": `${name}: ${text.join(", ")}` }, parts));
}

function coreBars() {
  const period = record.schedule.period_ns || 1;
  const rows = [];
  const used = new Set();
  const add = (name, shares) => {
    for (const [what, share] of shares) if (share > 0) used.add(what);
    rows.push(stack(name, shares));
  };
  record.schedule.cores.forEach((core, index) => {
    const title = profile ? `core ${index}, predicted` : `core ${index}`;
    add(title, ["busy", "moving", "waiting"].map((what) => [what, core[`${what}_ns`] / period]));
    const measured = profile?.cores?.find((found) => found.core === index);
    if (measured) add(`core ${index}, measured`, Object.keys(SHARES).map((what) => [what, measured[`${what}_ns`] / measured.wall_ns]));
  });
  const legend = Object.entries(SHARES).filter(([what]) => used.has(what)).map(([, [text, swatch]]) =>
    make("span", { style: { "--swatch": swatch } }, text));
  return [...rows, make("div", { class: "legend" }, legend)];
}

function adviceItem(advice) {
  const about = advice.about.filter(([kind]) => kind !== "core").slice(0, 8).map(([kind, name]) =>
    make("button", { type: "button", class: "linklike", onclick: () => { choose(kind, name); at("graph").scrollIntoView(); } }, name));
  return make("li", {}, make("p", {}, advice.text), make("p", { class: "todo" }, advice.todo), make("div", { class: "about" }, about));
}

function startFigures() {
  const { cores, mapper, iterations_per_pass, depth_passes, platform } = plan;
  at("lead").textContent = `${plural(record.actors.length, "actor")} and ${plural(record.fifos.length, "FIFO")} on `
    + `${plural(cores, "core")} by the mapper ${mapper}; ${plural(iterations_per_pass, "iteration")} a pass, `
    + `${depth_passes > 1 ? `${depth_passes} passes overlap` : "passes do not overlap"}; platform ${platform.name}.`;
  at("tiles").replaceChildren(...tiles());
  at("core-bars").replaceChildren(...coreBars());
  const items = data.advice.length ? data.advice.map(adviceItem) : [make("li", { class: "fine" }, "Nothing stands out.")];
  at("advice").replaceChildren(...items);
}
