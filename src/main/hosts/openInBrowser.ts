import { rejected } from '../../shared/contract/failures.ts'
import { message } from '../../shared/words/message.ts'

/** Opens a web address in the system's browser. Throws `rejected` for any other address. */
export async function openInBrowser(url: string): Promise<void> {
  const { protocol } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw rejected(message('app.webAddressesOpenedBrowser'), [
      { field: 'url', message: message('app.mustBeginHttps') },
    ])
  const { default: open } = await import('open')
  const started = await open(url)
  // Ignored on a machine without a browser: the address was also displayed.
  started.on('error', () => {})
}
