/** Precedes the process id of the owner in the names of folders with test servers. */
export const testFolderPrefix = 'bourse-test-postgres-';
