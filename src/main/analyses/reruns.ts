import type { Clock, Database } from '../ports.ts'
import type { AnswersSchema } from '../store/answers.ts'

type Named = { choice: string }

/** Analyses anew that have not come to their end, so that an interrupted one does not pay for everything again. */
type Reruns = {
  /** `since`: answers from then on (ISO 8601) are those of this one. `goesOn`: it had begun before. */
  begin(rerun: Named): Promise<{ since: string; goesOn: boolean }>
  end(rerun: Named): Promise<void>
}

/** After so long a person who asks for new answers means new ones. */
const goesOnForMs = 7 * 24 * 60 * 60_000

export function createReruns({ query, transaction }: Database<AnswersSchema>, clock: Clock): Reruns {
  return {
    begin: ({ choice }) =>
      transaction(async (within) => {
        const before = await within
          .selectFrom('reruns')
          .select('since')
          .where('choice', '=', choice)
          .executeTakeFirst()
        const ageMs = before ? clock.now() - Date.parse(before.since) : goesOnForMs
        if (before && ageMs >= 0 && ageMs < goesOnForMs) return { since: before.since, goesOn: true }
        const since = new Date(clock.now()).toISOString()
        await within
          .insertInto('reruns')
          .values({ choice, since })
          .onConflict((conflict) => conflict.doUpdateSet({ since }))
          .execute()
        return { since, goesOn: false }
      }),
    async end({ choice }) {
      await query.deleteFrom('reruns').where('choice', '=', choice).execute()
    },
  }
}
