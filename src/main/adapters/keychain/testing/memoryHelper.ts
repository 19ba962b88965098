/** A helper process that holds its entries in memory, for computers without a keychain. */
import { type HelperRequest, requestSchema } from '../helperProtocol.ts'

const entries = new Map<string, string>()

function handle(request: HelperRequest): string | null {
  if (request.operation === 'get') return entries.get(request.name) ?? null
  if (request.operation === 'remove') return entries.delete(request.name) ? 'removed' : null
  entries.set(request.name, request.value)
  return null
}

process.on('message', (message) => {
  const request = requestSchema.parse(message)
  process.send?.({ id: request.id, ok: true, value: handle(request) })
})
process.on('disconnect', () => process.exit())
