// What the whole page knows: the data, what is chosen, and what is searched for. Parts listen to what concerns them.

const whole = JSON.parse(at("data").textContent);
const { nodes, links } = whole;
const nodeAsked = Number(new URLSearchParams(location.search).get("node"));
const nodeShown = nodes?.[nodeAsked] ? nodeAsked : 0;
const data = nodes ? { ...whole, ...nodes[nodeShown] } : whole;
const { plan, record, profile, lanes: measuredLanes } = data;

const actorByName = new Map(record.actors.map((actor) => [actor.name, actor]));
const fifoByName = new Map(record.fifos.map((fifo) => [fifo.name, fifo]));
const measuredActors = new Map((profile?.actors ?? []).map((actor) => [actor.name, actor]));
const measuredFifos = new Map((profile?.fifos ?? []).map((fifo) => [fifo.name, fifo]));

const state = { chosen: null, wanted: "" };
const listeners = { choose: [], search: [], theme: [] };

function listen(what, listener) {
  listeners[what].push(listener);
}

function tell(what) {
  for (const listener of listeners[what]) listener();
}

// `kind` is "actor", "fifo" or "buffer"; the same again lets go of it.
function choose(kind, name) {
  const same = state.chosen && state.chosen.kind === kind && state.chosen.name === name;
  state.chosen = same || !kind ? null : { kind, name };
  tell("choose");
}

function isChosen(kind, name) {
  return state.chosen !== null && state.chosen.kind === kind && state.chosen.name === name;
}

function search(text) {
  state.wanted = text.trim().toLowerCase();
  tell("search");
}

function isFound(...texts) {
  return state.wanted !== "" && texts.some((text) => text.toLowerCase().includes(state.wanted));
}

// Whether a block of this name belongs to what is chosen; null if nothing is.
function concerns(name) {
  if (!state.chosen) return null;
  const { kind, name: chosen } = state.chosen;
  if (kind === "actor") return name === chosen;
  if (kind === "fifo") {
    const fifo = fifoByName.get(chosen);
    return name === chosen || name === fifo?.source || name === fifo?.target;
  }
  return null;
}
