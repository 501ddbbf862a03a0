// Groups of actors by the parts of their names, of which each can be folded into one node.

const FOLD_FROM = 150;

class Hierarchy {
  constructor() {
    this.root = { path: "", name: "", groups: new Map(), actors: [] };
    this.groups = new Map();
    this.folded = new Set();
    for (const actor of record.actors) this.place(actor);
    if (record.actors.length > FOLD_FROM) this.foldAll();
  }

  place(actor) {
    let group = this.root;
    const parts = actor.name.split("/");
    parts.slice(0, -1).forEach((part, index) => {
      const path = parts.slice(0, index + 1).join("/");
      if (!group.groups.has(part)) {
        group.groups.set(part, { path, name: part, groups: new Map(), actors: [] });
        this.groups.set(path, group.groups.get(part));
      }
      group = group.groups.get(part);
    });
    group.actors.push(actor);
  }

  toggle(path) {
    if (!this.folded.delete(path)) this.folded.add(path);
  }

  foldAll() {
    this.folded = new Set(this.groups.keys());
  }

  unfoldAll() {
    this.folded.clear();
  }

  // Makes sure that an actor can be seen; whether anything had to be unfolded.
  reveal(name) {
    const before = this.folded.size;
    const parts = name.split("/");
    parts.slice(0, -1).forEach((_, index) => this.folded.delete(parts.slice(0, index + 1).join("/")));
    return this.folded.size < before;
  }

  // The node that stands for an actor: itself, or the outermost folded group around it.
  standIn(name) {
    const parts = name.split("/");
    for (let length = 1; length < parts.length; length++) {
      const path = parts.slice(0, length).join("/");
      if (this.folded.has(path)) return { id: `group:${path}`, path };
    }
    return { id: `actor:${name}`, actor: name };
  }

  // Edges between what can be seen. Those that begin or end at a folded group are one for each pair.
  edges() {
    const found = new Map();
    for (const fifo of record.fifos) {
      const source = this.standIn(fifo.source);
      const target = this.standIn(fifo.target);
      if (source.path !== undefined && source.id === target.id) continue;
      const merges = source.path !== undefined || target.path !== undefined;
      const key = merges ? `${source.id} ${target.id}` : fifo.name;
      if (!found.has(key)) found.set(key, { id: key, source, target, fifos: [] });
      found.get(key).fifos.push(fifo);
    }
    return [...found.values()];
  }

  countIn(group) {
    return [...group.groups.values()].reduce((sum, inner) => sum + this.countIn(inner), group.actors.length);
  }
}
