import { app, Menu } from 'electron'
import { type MenuActions, type MenuState, toMenuTemplate } from './menuTemplate.ts'

/** The application menu: made anew where what it says has changed or `again` is asked for, and left alone otherwise. */
export function createMenu(actions: MenuActions): { show(state: MenuState, again?: boolean): void } {
  let shown = ''
  return {
    show({ language, profile, readOnly, offline, recent, profiles }, again = false) {
      const state = { language, profile, readOnly, offline, recent, profiles }
      const now = JSON.stringify(state)
      if (now === shown && !again) return
      shown = now
      const mac = process.platform === 'darwin'
      const template = toMenuTemplate(state, { mac, devTools: !app.isPackaged, appName: app.name, actions })
      Menu.setApplicationMenu(Menu.buildFromTemplate(template))
    },
  }
}
