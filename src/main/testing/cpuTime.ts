/**
 * How long this thread computes for the work, in ms of the processor's time, and the longest of it in one go, for which
 * everything else in the process waits. Nothing that keeps a busy computer from it counts, and no waiting.
 */
export async function measureCpu(work: () => unknown): Promise<{ cpuMs: number; longestMs: number }> {
  const used = () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  const before = process.threadCpuUsage()
  let [cpuMs, longestMs] = [0, 0]
  const note = () => {
    const now = used()
    longestMs = Math.max(longestMs, now - cpuMs)
    cpuMs = now
  }
  let isDone = false
  const turn = () => {
    note()
    if (!isDone) setImmediate(turn)
  }
  turn()
  try {
    await work()
  } finally {
    isDone = true
    note()
  }
  return { cpuMs, longestMs }
}
