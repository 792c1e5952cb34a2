// Filters calls, channels and objects: those whose name has every word of the search, or else those whose text has
// them. Without this script the page is complete, and the browser's own search covers it.
const search = document.getElementById('search');
const found = document.getElementById('found');
const contents = document.querySelector('nav details');
const articles = [...document.querySelectorAll('article')].map((article) => ({
  article,
  entry: document.querySelector(`nav a[href="#${article.id}"]`)?.parentElement ?? null,
  name: (article.dataset['name'] ?? '').toLowerCase(),
  text: article.textContent.toLowerCase(),
}));

if (search instanceof HTMLInputElement && found !== null) {
  search.hidden = false;
  // On a narrow screen the open contents would push the text out of view.
  if (contents instanceof HTMLDetailsElement) contents.open = matchMedia('(width >= 900px)').matches;
  search.addEventListener('input', () => {
    const words = search.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const byName = articles.some(({ name }) => words.every((word) => name.includes(word)));
    let left = 0;
    for (const { article, entry, name, text } of articles) {
      const fits = words.every((word) => (byName ? name : text).includes(word));
      article.hidden = !fits;
      if (entry !== null) entry.hidden = !fits;
      if (fits) left += 1;
    }
    if (contents instanceof HTMLDetailsElement && words.length > 0) contents.open = true;
    found.textContent = words.length === 0 ? '' : `${left} of ${articles.length}`;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target === search) return;
    event.preventDefault();
    search.focus();
  });
}
