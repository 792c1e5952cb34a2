// Narrows calls, channels and objects down to those that hold every word of the search. Without it the page is whole, and the browser's own search finds everything.
const search = document.getElementById('search');
const found = document.getElementById('found');
const articles = [...document.querySelectorAll('article')].map((article) => ({
  article,
  entry: document.querySelector(`nav a[href="#${article.id}"]`)?.parentElement ?? null,
  text: `${article.dataset['name'] ?? ''} ${article.textContent}`.toLowerCase(),
}));

if (search instanceof HTMLInputElement && found !== null) {
  search.hidden = false;
  search.addEventListener('input', () => {
    const words = search.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    let left = 0;
    for (const { article, entry, text } of articles) {
      const fits = words.every((word) => text.includes(word));
      article.hidden = !fits;
      if (entry !== null) entry.hidden = !fits;
      if (fits) left += 1;
    }
    found.textContent = words.length === 0 ? '' : `${left} of ${articles.length}`;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target === search) return;
    event.preventDefault();
    search.focus();
  });
}
