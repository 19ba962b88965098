import type { Notification, NotificationConstructorOptions } from 'electron'
import { checkOptions, SimulatedEmitter, strict } from '../strict.ts'
import { requireReady, type World } from './world.ts'

type OwnWorld = Omit<World, 'notifications'> & { notifications: Set<SimulatedNotification> }

let world: OwnWorld | null = null
const currentWorld = (): OwnWorld => {
  if (!world) throw new Error('simulator: not started')
  return world
}

/** A system notification, visible from `show` until the user clicks it or the app closes it. */
export class SimulatedNotification
  extends SimulatedEmitter
  implements Pick<Notification, 'title' | 'body' | 'show' | 'close'>
{
  title: string
  body: string

  constructor(options: NotificationConstructorOptions = {}) {
    super('Notification')
    requireReady(currentWorld(), 'Cannot create Notification before app is ready')
    checkOptions(options, 'NotificationConstructorOptions', 'Notification')
    this.title = options.title ?? ''
    this.body = options.body ?? ''
    return strict<SimulatedNotification>(this, 'Notification', 'Notification')
  }

  static isSupported(): boolean {
    return true
  }

  show(): void {
    const { notifications, recorded } = currentWorld()
    notifications.add(this)
    recorded.notifications.push({ title: this.title, body: this.body })
    this.emit('show', {})
  }
  close(): void {
    if (currentWorld().notifications.delete(this)) this.emit('close', {})
  }
  clicked(): void {
    currentWorld().notifications.delete(this)
    this.emit('click', {})
  }
}

export function createNotification(given: OwnWorld): typeof SimulatedNotification {
  world = given
  return SimulatedNotification
}
