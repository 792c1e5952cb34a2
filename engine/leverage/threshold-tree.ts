import { invariant } from '../invariant.ts';

/** A price that a row waits for. Its key and its age change only while it is in no tree. */
export class Threshold<Subject> {
  key = 0;
  /** The sequence since which its subject waits. */
  age = 0;
  isPlaced = false;
  readonly id: number;
  readonly subject: Subject;
  /** Entries are above those of a lower weight. The weights of consecutive ids are spread, so the tree is balanced. */
  readonly weight: number;
  older: Threshold<Subject> | null = null;
  younger: Threshold<Subject> | null = null;
  /** The first by key, then id, of this entry and all below it. */
  first: Threshold<Subject>;

  constructor(id: number, subject: Subject) {
    this.id = id;
    this.subject = subject;
    this.weight = weightOf(id);
    this.first = this;
  }
}

/**
 * Thresholds by age, of which the first by key is known for every part of the tree. A price that must fall to a
 * threshold has minus the threshold as its key, so that the entries up to some key are those that a price meets. Those
 * of them that are old enough for a mark are found in as many steps as the tree is deep, however many are too young.
 */
export class ThresholdTree<Subject> {
  #root: Threshold<Subject> | null = null;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Whether the first key is at most this limit. */
  isMet(limit: number): boolean {
    return this.#root !== null && this.#root.first.key <= limit;
  }

  /**
   * The first entry by key, then id, with a key up to the limit that is old enough. Entries that are older than one
   * that is old enough must be so too.
   */
  firstOldEnough(limit: number, isOldEnough: (subject: Subject) => boolean): Threshold<Subject> | null {
    let best: Threshold<Subject> | null = null;
    let at = this.#root;
    while (at !== null && at.first.key <= limit) {
      if (isOldEnough(at.first.subject)) return firstOf(best, at.first);
      if (!isOldEnough(at.subject)) {
        at = at.older;
        continue;
      }
      if (at.key <= limit) best = firstOf(best, at);
      if (at.older !== null && at.older.first.key <= limit) best = firstOf(best, at.older.first);
      at = at.younger;
    }
    return best;
  }

  /** The first entry with a key up to the limit that is accepted, whatever its age; examines all up to the limit. */
  firstWhere(limit: number, accepts: (subject: Subject) => boolean): Threshold<Subject> | null {
    let best: Threshold<Subject> | null = null;
    const open = [this.#root];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at === null || at.first.key > limit) continue;
      if (at.key <= limit && accepts(at.subject)) best = firstOf(best, at);
      open.push(at.older, at.younger);
    }
    return best;
  }

  add(entry: Threshold<Subject>): void {
    invariant(!entry.isPlaced, 'a threshold must not be in a tree already');
    entry.isPlaced = true;
    this.#root = withEntry(this.#root, entry);
    this.#size += 1;
  }

  /** Removes an entry of this tree; does nothing if it is in no tree. */
  remove(entry: Threshold<Subject>): void {
    if (!entry.isPlaced) return;
    this.#root = withoutEntry(this.#root, entry);
    entry.isPlaced = false;
    entry.older = null;
    entry.younger = null;
    entry.first = entry;
    this.#size -= 1;
  }
}

function withEntry<Subject>(tree: Threshold<Subject> | null, entry: Threshold<Subject>): Threshold<Subject> {
  if (tree === null) return entry;
  if (entry.weight > tree.weight) {
    const [older, younger] = divided(tree, entry);
    entry.older = older;
    entry.younger = younger;
    return settled(entry);
  }
  if (isOlder(entry, tree)) tree.older = withEntry(tree.older, entry);
  else tree.younger = withEntry(tree.younger, entry);
  return settled(tree);
}

function withoutEntry<Subject>(tree: Threshold<Subject> | null, entry: Threshold<Subject>): Threshold<Subject> | null {
  invariant(tree !== null, 'an entry must be removed from its own tree');
  if (tree === entry) return joined(entry.older, entry.younger);
  if (isOlder(entry, tree)) tree.older = withoutEntry(tree.older, entry);
  else tree.younger = withoutEntry(tree.younger, entry);
  return settled(tree);
}

type Tree<Subject> = Threshold<Subject> | null;

/** The parts of a tree that are older and younger than an entry. */
function divided<Subject>(tree: Tree<Subject>, by: Threshold<Subject>): [older: Tree<Subject>, younger: Tree<Subject>] {
  if (tree === null) return [null, null];
  if (isOlder(by, tree)) {
    const [older, between] = divided(tree.older, by);
    tree.older = between;
    return [older, settled(tree)];
  }
  const [between, younger] = divided(tree.younger, by);
  tree.younger = between;
  return [settled(tree), younger];
}

/** Two trees as one, if every entry of the first is older than those of the second. */
function joined<Subject>(older: Tree<Subject>, younger: Tree<Subject>): Tree<Subject> {
  if (older === null) return younger;
  if (younger === null) return older;
  if (older.weight > younger.weight) {
    older.younger = joined(older.younger, younger);
    return settled(older);
  }
  younger.older = joined(older, younger.older);
  return settled(younger);
}

/** An entry of which those below have changed. */
function settled<Subject>(entry: Threshold<Subject>): Threshold<Subject> {
  entry.first = entry;
  if (entry.older !== null) entry.first = firstOf(entry.first, entry.older.first);
  if (entry.younger !== null) entry.first = firstOf(entry.first, entry.younger.first);
  return entry;
}

function firstOf<Subject>(one: Threshold<Subject> | null, other: Threshold<Subject>): Threshold<Subject> {
  if (one === null) return other;
  const isFirst = one.key === other.key ? one.id < other.id : one.key < other.key;
  return isFirst ? one : other;
}

function isOlder(a: Threshold<unknown>, b: Threshold<unknown>): boolean {
  return a.age === b.age ? a.id < b.id : a.age < b.age;
}

/** The last steps of MurmurHash3: equal input gives equal output, and similar input gives very different output. */
function weightOf(id: number): number {
  let hash = id | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
