import { z } from 'zod'

/** The calling user as the service describes them; only what it returned is set. */
export type User = {
  userId: string
  name: string | null
  email: string | null
  organization: string | null
  plan: string | null
  scopes: string[] | null
  raw: unknown
}

const text = z.string().trim().min(1).max(200)

/** What a person may change of their own record; only what is given is sent. */
export const userChangeSchema = z.object({ name: text, email: text, organization: text }).partial().strict()
