import { type Kysely, sql } from 'kysely'
import { notFound } from '../../../shared/contract/failures.ts'
import { type OfflineSyncPlan, offlineSyncDetailSchema } from '../../../shared/domain/drugs/offlineSync.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import { isLeaseExpired, leaseEndMs } from '../../concurrency/lease.ts'
import type { Database } from '../../ports.ts'
import type { JournalSchema, OfflineSyncPlanRow } from '../../store/journal.ts'
import { formatMessage, formatScope, parseMessage, parseScope } from '../../store/legacyJson.ts'

export type PlanSettings = Pick<OfflineSyncPlan, 'scope' | 'detail' | 'perHour' | 'refreshDays'>

/** A plan as stored in the journal. `isLeased`: a process works on it. */
export type Plan = PlanSettings &
  Pick<OfflineSyncPlan, 'planId' | 'state' | 'message' | 'createdAt' | 'updatedAt'> & {
    owner: string | null
    isLeased: boolean
  }

/** The plans of offline sync. They are in the journal, so they outlive the drugs. Throws `file`. */
export type Plans = ReturnType<typeof createPlans>

export function createPlans(journal: Database<JournalSchema>, nowMs: () => number) {
  const nowIso = () => new Date(nowMs()).toISOString()
  const change = (planId: string, changes: Partial<OfflineSyncPlanRow>) =>
    journal.query.updateTable('prefetch_plans').set(changes).where('plan_id', '=', planId).execute()

  return {
    async list(): Promise<Plan[]> {
      const rows = await journal.query
        .selectFrom('prefetch_plans')
        .selectAll()
        .select(isLeaseExpired(nowMs()).as('expired'))
        .orderBy('created_at')
        .execute()
      return rows.map(toPlan)
    },

    find: (planId: string): Promise<Plan | null> => find(journal.query, planId, nowMs()),

    /** Stores the settings of this scope's plan and sets it running. Returns its id: `newId` for a new plan. */
    upsert: (upsert: PlanSettings, newId: string): Promise<string> =>
      journal.transaction((query) => upsertPlan(query, upsert, newId, nowIso())),

    /** Throws `notFound`. */
    async require(planId: string): Promise<Plan> {
      const plan = await find(journal.query, planId, nowMs())
      if (plan) return plan
      throw notFound(message('catalogue.computerNoSuchPlan'), message('shared.plan'))
    },

    run: (planId: string) => change(planId, { state: 'running', message: null, updated_at: nowIso() }),

    /** Stores why a plan that resumes automatically is not running. */
    note: (planId: string, message: Message) =>
      change(planId, { message: formatMessage(message), updated_at: nowIso() }),

    pause: (planId: string, message: Message | null) =>
      change(planId, { state: 'paused', message: message && formatMessage(message), updated_at: nowIso() }),

    async remove(planId: string): Promise<void> {
      await journal.query.deleteFrom('prefetch_plans').where('plan_id', '=', planId).execute()
    },

    /** Returns false while another process has the lease, or if the plan is gone. */
    async acquireLease(planId: string, owner: string): Promise<boolean> {
      const isFree = sql<boolean>`(lease_owner IS NULL OR lease_owner = ${owner} OR ${isLeaseExpired(nowMs())})`
      const { numUpdatedRows } = await journal.query
        .updateTable('prefetch_plans')
        .set({ lease_owner: owner, lease_until_ms: leaseEndMs(nowMs()) })
        .where('plan_id', '=', planId)
        .where(isFree)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Returns the plan with its current settings; null if the lease belongs to another owner by now. */
    async renewLease(planId: string, owner: string): Promise<Plan | null> {
      const row = await journal.query
        .updateTable('prefetch_plans')
        .set({ lease_until_ms: leaseEndMs(nowMs()) })
        .where('plan_id', '=', planId)
        .where('lease_owner', '=', owner)
        .returningAll()
        .returning(isLeaseExpired(nowMs()).as('expired'))
        .executeTakeFirst()
      return row ? toPlan(row) : null
    },

    async releaseLease(planId: string, owner: string): Promise<void> {
      await journal.query
        .updateTable('prefetch_plans')
        .set({ lease_owner: null, lease_until_ms: 0 })
        .where('plan_id', '=', planId)
        .where('lease_owner', '=', owner)
        .execute()
    },

    /** Marks the plan as done. Returns false if its settings have changed since or another owner has it. */
    async finish(
      { planId, detail, refreshDays }: Plan,
      owner: string,
      message: Message | null,
    ): Promise<boolean> {
      const { numUpdatedRows } = await journal.query
        .updateTable('prefetch_plans')
        .set({ state: 'done', message: message && formatMessage(message), updated_at: nowIso() })
        .where('plan_id', '=', planId)
        .where('state', '=', 'running')
        .where('lease_owner', '=', owner)
        .where('detail', '=', detail)
        .where('refresh_days', '=', refreshDays)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

async function find(query: Kysely<JournalSchema>, planId: string, nowMs: number): Promise<Plan | null> {
  const row = await query
    .selectFrom('prefetch_plans')
    .selectAll()
    .select(isLeaseExpired(nowMs).as('expired'))
    .where('plan_id', '=', planId)
    .executeTakeFirst()
  return row ? toPlan(row) : null
}

async function upsertPlan(
  query: Kysely<JournalSchema>,
  { scope, detail, perHour, refreshDays }: PlanSettings,
  newId: string,
  nowIso: string,
): Promise<string> {
  const key = formatScope(scope)
  const former = await query
    .selectFrom('prefetch_plans')
    .select('plan_id')
    .where('scope', '=', key)
    .executeTakeFirst()
  const settingsColumns = { detail, per_hour: perHour, refresh_days: refreshDays }
  const columns = { ...settingsColumns, state: 'running' as const, message: null, updated_at: nowIso }
  await query
    .insertInto('prefetch_plans')
    .values({
      ...columns,
      plan_id: newId,
      scope: key,
      created_at: nowIso,
      lease_owner: null,
      lease_until_ms: 0,
    })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet(columns))
    .execute()
  return former?.plan_id ?? newId
}

function toPlan(row: OfflineSyncPlanRow & { expired: 0 | 1 }): Plan {
  return {
    planId: row.plan_id,
    scope: parseScope(row.scope),
    detail: offlineSyncDetailSchema.parse(row.detail),
    perHour: row.per_hour,
    refreshDays: row.refresh_days,
    state: row.state,
    message: parseMessage(row.message),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    owner: row.lease_owner,
    isLeased: row.lease_owner !== null && row.expired === 0,
  }
}

/**
 * The data that a plan's settings need of each drug, fetched after `after` and not after `now` (ISO 8601). A later time
 * means that the clock was ahead, so the true age is unknown. `drug`: `listed` if lists bring the drug; `seen` if no
 * list does, so that its own address is requested; `details` if that is requested in any case.
 */
export type Requirements = {
  drug: 'listed' | 'seen' | 'details'
  pathways: boolean
  after: string
  now: string
}

/** `beganAt`: the time the list was first read. */
export function toRequirements(
  { scope, detail, refreshDays }: Omit<PlanSettings, 'perHour'>,
  beganAt: string,
  now: string,
): Requirements {
  const drug = detail === 'all' ? 'details' : scope.kind === 'list' ? 'seen' : 'listed'
  const pathways = detail === 'pathways' || detail === 'all'
  return { drug, pathways, after: isoBefore(beganAt, refreshDays), now }
}

const dayMs = 24 * 60 * 60_000

export const isoBefore = (iso: string, days: number): string =>
  new Date(Date.parse(iso) - days * dayMs).toISOString()

/** Returns an SQL condition (1 or 0) on `drugs`, left-joined to the members of a plan. */
export function needsDrug({ drug, after, now }: Requirements) {
  if (drug === 'seen')
    return sql<0 | 1>`(coalesce(drugs.whole_fetched_at, '') <= ${after} OR drugs.whole_fetched_at > ${now})`
  if (drug === 'details')
    return sql<
      0 | 1
    >`(coalesce(drugs.details_fetched_at, '') <= ${after} OR drugs.details_fetched_at > ${now})`
  return sql<0 | 1>`(drugs.drug_id IS NULL)`
}

export const needsPathways = ({ pathways, after, now }: Requirements) =>
  pathways
    ? sql<0 | 1>`(coalesce(drugs.pathways_fetched_at, '') <= ${after} OR drugs.pathways_fetched_at > ${now})`
    : sql<0 | 1>`(0)`

export const isDue = (requirements: Requirements) =>
  sql<0 | 1>`(${needsDrug(requirements)} OR ${needsPathways(requirements)})`
