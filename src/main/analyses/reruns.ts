import type { Clock, Database } from '../ports.ts'
import type { AnswersSchema } from '../store/resultTables.ts'

type RerunKey = { choice: string }

/** Analyses anew that have not come to their end, so that an interrupted one does not pay for everything again. */
type Reruns = {
  /** `since`: answers from then on (ISO 8601) are those of this one. `isResumed`: it had begun before. */
  begin(rerun: RerunKey): Promise<{ since: string; isResumed: boolean }>
  end(rerun: RerunKey): Promise<void>
}

/** After so long a person who asks for new answers means new ones. */
const resumableForMs = 7 * 24 * 60 * 60_000

export function createReruns({ query, transaction }: Database<AnswersSchema>, clock: Clock): Reruns {
  return {
    begin: ({ choice }) =>
      transaction(async (trx) => {
        const previous = await trx
          .selectFrom('reruns')
          .select('since')
          .where('choice', '=', choice)
          .executeTakeFirst()
        const ageMs = previous ? clock.now() - Date.parse(previous.since) : resumableForMs
        if (previous && ageMs >= 0 && ageMs < resumableForMs)
          return { since: previous.since, isResumed: true }
        const since = new Date(clock.now()).toISOString()
        await trx
          .insertInto('reruns')
          .values({ choice, since })
          .onConflict((conflict) => conflict.doUpdateSet({ since }))
          .execute()
        return { since, isResumed: false }
      }),
    async end({ choice }) {
      await query.deleteFrom('reruns').where('choice', '=', choice).execute()
    },
  }
}
