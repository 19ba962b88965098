import { z } from 'zod'

const isServiceUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (
    protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
  )
}

/** What the form asks; the messages are keys of the words. Main checks again, and asks the service. */
export const connectionSchema = z
  .object({
    serviceUrl: z.string().trim().max(2000, 'problem.tooLong').refine(isServiceUrl, 'problem.url'),
    name: z.string().trim().max(80, 'problem.tooLong'),
    way: z.enum(['api-key', 'oauth']),
    apiKey: z.string().trim().max(20_000, 'problem.tooLong'),
    clientId: z.string().trim().max(500, 'problem.tooLong'),
  })
  .superRefine(({ way, apiKey, clientId }, context) => {
    if (way === 'api-key' && apiKey === '')
      context.addIssue({ code: 'custom', path: ['apiKey'], message: 'problem.apiKey' })
    if (way === 'oauth' && clientId === '')
      context.addIssue({ code: 'custom', path: ['clientId'], message: 'problem.clientId' })
  })
export type Connection = z.infer<typeof connectionSchema>

export const emptyConnection: Connection = {
  serviceUrl: '',
  name: '',
  way: 'api-key',
  apiKey: '',
  clientId: '',
}
