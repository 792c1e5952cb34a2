/** Downloads a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has started to read the file after this time.
  setTimeout(() => URL.revokeObjectURL(link.href), readBeginsWithinMs);
}

const readBeginsWithinMs = 60_000;
