// What other strategies would cost: by the cost model, and as far as it was measured.

// `rows`: {name, value, show, colour?, low?, high?, obstacle?}, drawn to one scale.
function bars(rows) {
  const most = Math.max(...rows.map((row) => row.high ?? row.value ?? 0), 1e-9);
  const place = (value) => `${(100 * value) / most}%`;
  return make("div", { class: "bars" }, rows.map((row) => {
    if (row.obstacle) return [make("span", {}, row.name), make("span", { class: "obstacle" }, row.obstacle)];
    const fillBar = make("i", { class: "bar-fill", style: { width: place(row.value), "--colour": row.colour } });
    const range = row.low !== undefined && row.low !== null
      && make("i", { class: "range", style: { left: place(row.low), width: place(row.high - row.low) } });
    return [make("span", {}, row.name), make("div", { class: "bar-space" }, fillBar, range), make("span", { class: "figure" }, row.show)];
  }));
}

// What moving bytes adds to an iteration if every FIFO took one strategy, where it is legal; elsewhere it stays as planned.
function estimatedRows() {
  const planned = (fifo) => fifo.estimates_ns[fifo.strategy] ?? fifo.moving_ns;
  const strategies = data.strategies.filter((name) => record.fifos.some((fifo) => name in fifo.estimates_ns));
  const row = (name, cost, shade) => {
    const value = record.fifos.reduce((sum, fifo) => sum + cost(fifo), 0);
    return { name, value, show: time(value), colour: shade };
  };
  const rows = strategies.map((name) => row(`all ${name}`, (fifo) => fifo.estimates_ns[name] ?? planned(fifo), strategyColour(name)));
  return [row("as planned", planned, "var(--accent)"), ...rows];
}

function comparedRows(comparison) {
  return comparison.map(({ strategy, period_ns, ratio, ratio_low, ratio_high, note }) => {
    if (period_ns === null || period_ns === undefined) return { name: strategy, obstacle: note || "not measured" };
    const base = ratio ? period_ns / ratio : period_ns;
    return {
      name: strategy,
      value: period_ns,
      low: ratio_low ? ratio_low * base : null,
      high: ratio_high ? ratio_high * base : undefined,
      show: `${time(period_ns)}${ratio ? `  ×${number(ratio)}` : ""}`,
      colour: strategyColour(strategy),
    };
  });
}

function startCompare() {
  const estimated = make("div", { class: "panel" },
    make("h3", {}, "Estimated: moving bytes in an iteration"), bars(estimatedRows()),
    make("p", { class: "note" }, "By the cost model of the platform. Where a strategy is not legal the FIFO stays as planned."));
  const rows = profile?.comparison;
  const measured = make("div", { class: "panel" }, make("h3", {}, "Measured: the whole iteration"),
    rows?.length
      ? [bars(comparedRows(rows)), make("p", { class: "note" }, "Runs in turn; the line is the range that holds the ratio to what is chosen with 95 %.")]
      : make("p", { class: "note" }, "Not measured yet. 'dfgen profile --compare LIST' runs the strategies of a list in turn."));
  at("compare-panels").append(estimated, measured);
}
