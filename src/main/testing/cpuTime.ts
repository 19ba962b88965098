/**
 * Measures the CPU time of this thread for the work, in ms, and its longest uninterrupted stretch, during which the
 * rest of the process waits. Waiting and the load of other processes do not count.
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
