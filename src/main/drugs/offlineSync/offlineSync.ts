import type { Services } from '../../../shared/contract/contract.ts'
import { Failure } from '../../../shared/contract/failures.ts'
import { lazy } from '../../../shared/lazy.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { createSerialQueue } from '../../concurrency/serialQueue.ts'
import { createPlans, type Plan, type PlanSettings, toRequirements } from './plans.ts'
import { itemsToDo, secondsLeft, toPlanView } from './planView.ts'
import {
  countAll,
  createRunningPlan,
  noCounts,
  type OfflineSyncDeps,
  type RunningPlan,
} from './runningPlan.ts'
import { isOutdated, isoBefore, runPlanJob } from './runPlan.ts'
import type { Counts } from './store/members.ts'

export type OfflineSync = Services['offlineSync'] & {
  /**
   * Goes on with every plan that ran when Pathclock ended or that waits for somebody to sign in, and with those whose
   * answers are old by now.
   */
  resumeAll(): Promise<void>
  /** Stops all plans, since what they have fetched is about to be removed. */
  forgetAll(): Promise<void>
}

/**
 * Makes drugs available offline: the service's list of a scope, and the chosen detail of each drug, as long work under
 * the quota's lowest priority. Settings of a plan are in the journal, its progress beside the drugs, so that it goes on
 * wherever it stopped. One process at a time works on a plan; others follow it.
 */
export function createOfflineSync(deps: OfflineSyncDeps): OfflineSync {
  const { syncStore, jobs, clock, random, emit } = deps
  const plans = createPlans(deps.journal, () => clock.now())
  const owner = lazy(deps.leaseOwners.newOwner)
  const runningPlans = new Map<string, RunningPlan>()
  const requests = new Map<string, number>()
  const titles = new Map<string, string>()
  const limit = () => deps.requestLimit?.() ?? null
  /** As last read. */
  let sentLastHour = 0
  /** Counts of plans that nobody works on, by all that they depend on. */
  const idleCounts = new Map<string, { key: string; counts: Counts }>()
  /** Cancelled jobs end in their own time. */
  const signals = new WeakMap<RunningPlan, AbortSignal>()
  /** Changes of plans, in the order of coming: each finds what the one before it has left. */
  const { run: enqueue } = createSerialQueue()

  const titleOf = async ({ scope }: PlanSettings): Promise<string | null> => {
    if (scope.kind === 'catalogue' || scope.kind === 'cached') return null
    if (scope.kind === 'category') return scope.category
    const known = titles.get(scope.listId)
    if (known !== undefined) return known
    const name = (await deps.findDrugList(scope.listId))?.name
    if (name === undefined) return 'a list that was removed'
    titles.set(scope.listId, name)
    return name
  }

  const begin = async (plan: Plan): Promise<string> => {
    // It may have got another name since.
    if (plan.scope.kind === 'list') titles.delete(plan.scope.listId)
    const title = await titleOf(plan)
    const running = runningPlans.get(plan.planId)
    if (running) {
      running.plan = { ...running.plan, perHour: plan.perHour }
      return running.jobId
    }
    const live = createRunningPlan(deps, plan, title)
    runningPlans.set(plan.planId, live)
    const forget = () => {
      if (runningPlans.get(plan.planId) !== live) return
      runningPlans.delete(plan.planId)
      requests.set(plan.planId, live.requests)
      emit('offlineSync.changed', { planId: plan.planId })
    }
    const spec = {
      kind: 'offlineSync' as const,
      title: jobTitle(plan, title),
      total: null,
      planId: plan.planId,
      secondsLeft() {
        const total = itemsToDo(live.counts, live.pass)
        if (total === null) return null
        const speed = { requests: live.requests, activeMs: live.activeMs(), sentLastHour }
        return secondsLeft(live.plan, live.counts, total, speed, limit())
      },
    }
    live.jobId = jobs.start(spec, async (progress, signal) => {
      signals.set(live, signal)
      try {
        return await runPlanJob({ deps, plans, owner: owner(), live, progress, signal })
      } finally {
        forget()
      }
    })
    emit('offlineSync.changed', { planId: plan.planId })
    return live.jobId
  }

  /** Before a plan is to run: a job that was cancelled would still write that it is paused. */
  const awaitCancelled = async (planId: string): Promise<void> => {
    const live = runningPlans.get(planId)
    if (live && signals.get(live)?.aborted) await jobs.finished(live.jobId)
  }

  const endJob = async (planId: string): Promise<void> => {
    const live = runningPlans.get(planId)
    if (!live) return
    jobs.cancel(live.jobId)
    await jobs.finished(live.jobId)
  }

  const view = async (stored: Plan) => {
    const live = runningPlans.get(stored.planId) ?? null
    // A disk that is full keeps a lease from being given back.
    const plan = { ...stored, isLeased: stored.isLeased && (live !== null || stored.owner !== owner()) }
    const title = await titleOf(plan)
    if (live?.pass) return toPlanView(plan, { ...live, live, title, sentLastHour, limit: limit() })
    const pass = await syncStore.pass(plan.planId)
    const after = isoBefore(pass?.beganAt ?? plan.createdAt, plan.refreshDays)
    const key = JSON.stringify([plan.planId, plan.updatedAt, pass])
    const former = plan.isLeased || live ? undefined : idleCounts.get(plan.planId)
    const known = former?.key === key ? former.counts : undefined
    const requirements = toRequirements(plan.scope, plan.detail, after, new Date(clock.now()).toISOString())
    const counts = known ?? (pass ? await countAll(syncStore, plan.planId, requirements) : noCounts)
    idleCounts.set(plan.planId, { key, counts })
    const shown = toPlanView(pass ? plan : withoutDrugs(plan), {
      live,
      counts,
      pass,
      title,
      sentLastHour,
      limit: limit(),
    })
    const requestsOfRun = requests.get(plan.planId)
    return requestsOfRun === undefined ? shown : { ...shown, requestsOfRun }
  }

  const isOld = async (plan: Plan): Promise<boolean> => {
    const pass = await syncStore.pass(plan.planId)
    const nowIso = new Date(clock.now()).toISOString()
    return plan.refreshDays > 0 && pass !== null && isOutdated(pass.beganAt, nowIso, plan.refreshDays)
  }

  return {
    async list() {
      sentLastHour = await syncStore.sentLastHour(clock.now())
      return Promise.all((await plans.list()).map(view))
    },

    start: (settings) =>
      enqueue(async () => {
        if (settings.scope.kind === 'list') await requireList(deps, settings.scope.listId)
        for (const planId of runningPlans.keys()) await awaitCancelled(planId)
        const planId = await plans.upsert(settings, random.id())
        return { planId, jobId: await begin(await plans.require(planId)) }
      }),

    pause: ({ planId }) =>
      enqueue(async () => {
        const plan = await plans.require(planId)
        if (plan.state === 'running') await plans.pause(planId, null)
        await endJob(planId)
        emit('offlineSync.changed', { planId })
        return null
      }),

    resume: ({ planId }) =>
      enqueue(async () => {
        await plans.require(planId)
        await awaitCancelled(planId)
        await plans.run(planId)
        return { jobId: await begin(await plans.require(planId)) }
      }),

    remove: ({ planId }) =>
      enqueue(async () => {
        await plans.require(planId)
        await plans.remove(planId)
        await endJob(planId)
        await syncStore.forget(planId)
        idleCounts.delete(planId)
        requests.delete(planId)
        emit('offlineSync.changed', { planId })
        return null
      }),

    forgetAll: () =>
      enqueue(async () => {
        for (const { planId } of await plans.list()) {
          await plans.pause(planId, drugsGoneMessage)
          await endJob(planId)
          await plans.pause(planId, drugsGoneMessage)
        }
      }),

    resumeAll: () =>
      enqueue(async () => {
        for (const plan of await plans.list()) {
          if (plan.state === 'done' && (await isOld(plan))) await plans.run(plan.planId)
          else if (plan.state !== 'running') continue
          // What it stood still for may be over.
          else if (plan.message !== null && !runningPlans.has(plan.planId)) await plans.run(plan.planId)
          await begin(plan)
        }
      }),
  }
}

const drugsGoneMessage = message`Its drugs are no longer cached. Resume to fetch them again.`

/** A plan whose drugs are gone is not done. */
const withoutDrugs = (plan: Plan): Plan =>
  plan.state === 'done' ? { ...plan, state: 'paused', message: drugsGoneMessage } : plan

async function requireList({ findDrugList }: OfflineSyncDeps, listId: string): Promise<void> {
  if (await findDrugList(listId)) return
  throw new Failure('notFound', message`This drug list does not exist on this computer.`, {
    what: message`list`,
  })
}

function jobTitle({ scope }: PlanSettings, title: string | null): Message {
  if (scope.kind === 'cached') return message`Drugs offline: cached drugs`
  if (scope.kind === 'catalogue' || title === null) return message`Drugs offline: whole catalog`
  return scope.kind === 'category'
    ? message`Drugs offline: class “${title}”`
    : message`Drugs offline: list “${title}”`
}
