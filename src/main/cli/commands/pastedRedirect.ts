import { isFailure } from '../../../shared/contract/failures.ts'
import type { OpenedApp } from '../command.ts'
import type { Lines } from '../lines.ts'

const hint =
  'If the browser cannot reach this computer, as over SSH, copy the address it was sent to after signing in\n' +
  '(http://127.0.0.1:…/oauth/callback?…), paste it here and press Enter.'

/** Hands lines that are typed in while a sign-in waits to it as the redirect's address. Gives what ends this. */
export function takePasted({ callAnyway, listen, run }: OpenedApp, lines: Lines): () => void {
  const { output } = run
  const take = async (line: string): Promise<void> => {
    try {
      await callAnyway('session.pasteRedirect', { address: line })
    } catch (error) {
      if (!isFailure(error)) throw error
      output.warn(error.message)
    }
  }

  return listen(({ name, payload }) => {
    if (name !== 'signIn.changed' || payload.url === null) return
    output.warn(hint)
    lines.each((line) => void (line.trim() === '' || take(line)))
  })
}
