/** Counts how often a field of an object is read from now on, in addition to what `reads` has counted. */
export function countReads<Subject extends object>(
  subject: Subject,
  field: keyof Subject,
  reads: { count: number },
): void {
  let value = subject[field];
  Object.defineProperty(subject, field, {
    get: () => {
      reads.count += 1;
      return value;
    },
    set: (next: Subject[typeof field]) => {
      value = next;
    },
  });
}
