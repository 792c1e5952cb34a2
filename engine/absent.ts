/** Stands for "there is none" among slots, which are zero or more. */
export const absent = -1;
export type Absent = typeof absent;
