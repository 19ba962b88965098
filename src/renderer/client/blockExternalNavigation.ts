/**
 * Keeps the page where it is. No content security policy forbids what sends it elsewhere, such as a
 * `<meta http-equiv="refresh">` that somebody smuggled in. Electron's host is asked as well; a browser asks nobody.
 * What a person types into the browser is theirs, and links to other windows leave this one alone.
 */
export function blockExternalNavigation(): void {
  // Browsers of before 2026 may have none.
  const { navigation } = window as { navigation?: Navigation }
  navigation?.addEventListener('navigate', (event) => {
    const isOurs = new URL(event.destination.url).origin === location.origin
    if (!isOurs && event.downloadRequest === null) event.preventDefault()
  })
}
