/**
 * A text in the form in which searches compare it: width and case of letters do not matter (NFKC), nor do accents of
 * Latin letters. Marks of other scripts stay, because they are different letters there.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFC')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o');
}

/** The visible text of HTML that `articleHtml` allows. */
export function plainOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}
