/** Does in a task of its own, where the browser has such, what would make the task that asks for it too long. */
export const inOwnTask = async <T>(work: () => T | Promise<T>): Promise<T> =>
  'scheduler' in window ? window.scheduler.postTask(work) : work()
