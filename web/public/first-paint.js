// Runs before the first paint, so that a reader of the light theme never sees a dark flash.
try {
  if (localStorage.getItem('theme') === 'light') {
    document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
  }
} catch {
  // Storage may be forbidden; the default theme stands.
}
