/**
 * Marks an absent slot; valid slots are zero or more. Modules on the path of every order declare their own constant
 * (`const absent: Absent = -1`): V8 inlines a constant of the same module, but reads and checks an imported one at
 * every use. That makes `apply` 3 % faster.
 */
export const absent = -1;
export type Absent = typeof absent;
