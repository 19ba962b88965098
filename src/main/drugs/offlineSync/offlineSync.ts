import type { Services } from '../../../shared/contract/contract.ts'
import { notFound } from '../../../shared/contract/failures.ts'
import { lazy } from '../../../shared/lazy.ts'
import { type Message, message } from '../../../shared/words/message.ts'
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
import { isOutdated, runPlanJob } from './runPlan.ts'
import type { Pass } from './store/listPass.ts'
import type { Counts } from './store/offlineSyncStore.ts'

export type OfflineSync = Services['offlineSync'] & {
  /** Resumes every plan that was running, waits for the user to sign in, or has old responses by now. */
  resumeAll(): Promise<void>
  /** Stops all plans, because their fetched data is about to be removed. */
  forgetAll(): Promise<void>
}

/**
 * Makes drugs available offline: a list of the service, and the chosen detail of each drug, with the lowest priority
 * of the quota. A plan resumes where it stopped. One process at a time works on it; others follow.
 */
export function createOfflineSync(deps: OfflineSyncDeps): OfflineSync {
  const { syncStore, jobs, clock, random, emit } = deps
  const plans = createPlans(deps.journal, () => clock.now())
  const owner = lazy(deps.leaseOwners.newOwner)
  const runningPlans = new Map<string, RunningPlan>()
  const requests = new Map<string, number>()
  const titles = new Map<string, string>()
  const limit = () => deps.requestLimit?.() ?? null
  /** The value at the last read. */
  let sentLastHour = 0
  /** The counts of idle plans, cached by all that they depend on. */
  const idleCounts = new Map<string, { key: string; counts: Counts }>()
  /** The abort signals of jobs: a cancelled job takes time to end. */
  const signals = new WeakMap<RunningPlan, AbortSignal>()
  /** Runs changes of plans one after the other, each on the result of the one before. */
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
    // The list may have been renamed since.
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

  /** Waits for a cancelled job before its plan runs again: the job would still store that the plan is paused. */
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
    // On a full disk this process may not have been able to release its lease.
    const plan = { ...stored, isLeased: stored.isLeased && (live !== null || stored.owner !== owner()) }
    const title = await titleOf(plan)
    if (live?.pass) return toPlanView(plan, { ...live, live, title, sentLastHour, limit: limit() })
    const pass = await syncStore.pass(plan.planId)
    const key = JSON.stringify([plan.planId, plan.updatedAt, pass])
    const former = plan.isLeased || live ? undefined : idleCounts.get(plan.planId)
    const known = former?.key === key ? former.counts : undefined
    const count = ({ beganAt }: Pass) =>
      countAll(syncStore, plan.planId, toRequirements(plan, beganAt, new Date(clock.now()).toISOString()))
    const counts = known ?? (pass ? await count(pass) : noCounts)
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
        if (settings.scope.kind === 'list' && !(await deps.findDrugList(settings.scope.listId)))
          throw notFound(message('catalogue.drugListNotExist'), message('shared.list'))
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
          // The reason for the pause may be gone.
          else if (plan.message !== null && !runningPlans.has(plan.planId)) await plans.run(plan.planId)
          await begin(plan)
        }
      }),
  }
}

const drugsGoneMessage = message('catalogue.drugsNoLongerCached')

/** Returns the plan as paused if it was done: a plan whose drugs are gone is not done. */
const withoutDrugs = (plan: Plan): Plan =>
  plan.state === 'done' ? { ...plan, state: 'paused', message: drugsGoneMessage } : plan

function jobTitle({ scope }: PlanSettings, title: string | null): Message {
  if (scope.kind === 'cached') return message('catalogue.drugsOfflineCachedDrugs')
  if (scope.kind === 'catalogue' || title === null) return message('catalogue.drugsOfflineWholeCatalog')
  return scope.kind === 'category'
    ? message('catalogue.drugsOfflineClass', { title })
    : message('catalogue.drugsOfflineList', { title })
}
