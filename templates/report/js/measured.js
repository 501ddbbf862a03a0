// The measured schedule, brought to the form of the predicted one.

// Moves lie within the blocks of their actors, so each core has two layers. Blocks come in the order of their ends, which
// within a layer is that of their starts.
function measuredLanes(timeline) {
  const names = timeline.names.map(({ name }) => name);
  const kinds = ["actor", "move", "wait", "runtime"];
  const lanes = new Map();
  for (const [core, name, begin, end, times] of timeline.blocks) {
    if (!lanes.has(core)) lanes.set(core, [[], []]);
    const kind = kinds.indexOf(timeline.names[name].kind);
    lanes.get(core)[kind === 1 ? 1 : 0].push([begin, end, kind, name, times]);
  }
  const cores = [...lanes.keys()].sort((a, b) => a - b);
  return {
    names,
    kinds,
    lanes: cores.map((core) => ({ title: `core ${core}`, tracks: lanes.get(core).map((blocks) => new Track(blocks)) })),
  };
}

// When the run that was kept begins and ends, and where in it a pass begins that looks like the predicted one (`zero`):
// the middle one of the blocks of core 0 that do what the first predicted block of core 0 does.
function measuredRun(timeline, firstName) {
  const wanted = timeline.names.findIndex(({ kind, name }) => kind === "actor" && name === firstName);
  const begins = timeline.blocks.filter(([core, name]) => core === 0 && name === wanted).map(([, , begin]) => begin);
  const start = timeline.blocks.reduce((least, [, , begin]) => Math.min(least, begin), Infinity);
  const end = timeline.blocks.reduce((most, [, , , last]) => Math.max(most, last), 0);
  return { start, end, zero: begins.length ? begins[begins.length >> 1] : start };
}
