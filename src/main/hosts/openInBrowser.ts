import { rejected } from '../../shared/contract/failures.ts'
import { message } from '../../shared/messages/message.ts'

/** Opens a web address in the system's browser. Throws `rejected` for anything that is none. */
export async function openInBrowser(url: string): Promise<void> {
  const { protocol } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw rejected(message`Only web addresses are opened in the browser.`, [
      { field: 'url', message: message`It must begin with https://.` },
    ])
  const { default: open } = await import('open')
  const started = await open(url)
  // A machine without a browser is no fault of ours; the address was shown.
  started.on('error', () => {})
}
