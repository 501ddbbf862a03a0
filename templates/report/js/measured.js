// The measured schedule, brought to the form of the predicted one.

// A track from columns, in which each begin counts from the one before it.
function trackOf({ name, begin, length, count: times }, kindOf) {
  const track = new Track(begin.length);
  let start = 0;
  for (let index = 0; index < begin.length; index++) {
    start += begin[index];
    track.put(index, start, start + length[index], kindOf[name[index]], name[index], times[index]);
  }
  return track;
}

function measuredSchedule() {
  const kinds = [...new Set(measuredLanes.names.map(({ kind }) => kind))];
  const kindOf = measuredLanes.names.map(({ kind }) => kinds.indexOf(kind));
  const lanes = measuredLanes.lanes.map(({ title, tracks }) => ({ title, tracks: tracks.map((track) => trackOf(track, kindOf)) }));
  return { names: measuredLanes.names.map(({ name }) => name), kinds, lanes };
}

// When the run that was kept begins and ends, how many blocks it has, and where in it a pass begins that looks like the
// predicted one (`zero`): of the blocks of core 0 that do what the first predicted block of core 0 does, and have a whole
// pass of `length` behind them, the middle one.
function measuredRun({ lanes, names, kinds }, firstName, length) {
  const tracks = lanes.flatMap((lane) => lane.tracks).filter(({ length }) => length);
  const start = Math.min(...tracks.map((track) => track.start[0]));
  const end = Math.max(...tracks.map((track) => track.end[track.length - 1]));
  const [below] = lanes[0].tracks;
  const begins = [];
  for (let index = 0; index < below.length; index++) {
    if (names[below.name[index]] === firstName && kinds[below.kind[index]] === "actor") begins.push(below.start[index]);
  }
  const size = tracks.reduce((sum, track) => sum + track.length, 0);
  const whole = begins.filter((begin) => begin + length <= end);
  return { start, end, size, zero: whole[whole.length >> 1] ?? begins[0] ?? start };
}
