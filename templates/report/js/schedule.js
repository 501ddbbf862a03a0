// The schedule: what is predicted, and below it what was measured, over the same stretch of time.

function trackOfRows(rows) {
  const track = new Track(rows.length);
  rows.forEach(([start, end, kind, name, times], index) => track.put(index, start, end, kind, name, times));
  return track;
}

function predictedLanes() {
  const { blocks, names, kinds } = record.schedule;
  const lanes = record.lanes.map((title) => ({ title, blocks: [] }));
  for (const [lane, ...block] of blocks) lanes[lane].blocks.push(block);
  return { names, kinds, lanes: lanes.map(({ title, blocks: own }) => ({ title, tracks: [trackOfRows(own)] })) };
}

function firstActor() {
  const { blocks, names } = record.schedule;
  const first = blocks.find(([lane, , , , name]) => lane === 0 && actorByName.has(names[name]));
  return first ? names[first[4]] : "";
}

function lanesPanel(title, note, timeline, id) {
  timeline.canvas.canvas.id = id;
  return make("div", { class: "lanes" }, make("header", {}, make("b", {}, title), make("span", {}, note)), timeline.canvas.canvas);
}

function startSchedule() {
  const { span_ns, span_iterations, period_ns, settled } = record.schedule;
  const found = measuredLanes && measuredSchedule();
  const run = found && measuredRun(found, firstActor(), profile.iteration.period_ns * span_iterations);
  const view = new TimeView(0, span_ns, Math.max(60 * span_ns, run ? 1.5 * (run.end - run.start) : 0));
  const predicted = new Timeline(view, "Predicted schedule", { ...predictedLanes(), span: span_ns });
  const guess = record.schedule.is_guess ? ", by guesses, for most of the work states no time" : "";
  const note = `${time(period_ns)} an iteration${guess}; ${settled ? "repeats" : "about"} every ${time(span_ns)} (${plural(span_iterations, "iteration")})`;
  at("schedule-panels").append(lanesPanel("Predicted", note, predicted, "predicted"));
  if (found) {
    const measured = new Timeline(view, "Measured schedule", { ...found, offset: -run.zero });
    const lost = measuredLanes.lost_events ? `, after ${plural(measuredLanes.lost_events, "event")} that were not kept` : "";
    const about = `${time(profile.iteration.period_ns)} an iteration; ${plural(run.size, "event")}${lost}`;
    at("schedule-panels").append(lanesPanel("Measured", about, measured, "measured"));
  }
  at("schedule-note").textContent = "Time runs to the right. Drag to move; click a picture and turn the wheel, or use + and -, to zoom.";
  const button = (text, title, action) => make("button", { type: "button", title, onclick: action }, text);
  fill(at("schedule-tools"), {}, [
    button("−", "Longer stretch (-)", () => view.zoom(1 / 1.5)),
    button("+", "Shorter stretch (+)", () => view.zoom(1.5)),
    button("One period", "One period (0)", () => view.fit()),
    found && button("Whole run", "All that was measured", () => view.set(run.start - run.zero, run.end - run.zero)),
    make("div", { class: "legend" },
      make("span", { style: { "--swatch": "hsl(205 58% 62%)" } }, "actors, by colour"),
      make("span", { style: { "--swatch": "var(--moving)" } }, "moving bytes"),
      make("span", { style: { "--swatch": "var(--wait)" } }, "waiting"),
      found && make("span", { style: { "--swatch": "var(--faint)" } }, "asleep"),
      found && make("span", { style: { "--swatch": "var(--fault)" } }, "page faults")),
  ]);
}
