import type { Sentences } from '../translator.ts'

/** In Chinese: what every process shares, and the page itself. */
export const page: Sentences = {
  '{0} done, {1} failed.': '已完成 {0}，失败 {1}。',
  '{0} done.': '已完成 {0}。',
  'An opened capsule is read-only and sends no requests. Switch to your own workspace first.':
    '打开的胶囊是只读的，不发送请求。请先切换到您自己的工作区。',
  'must not climb': '不能向上跳转',
  'not documented': '未说明',
  'its answer cannot be read': '无法读取其应答',
  'Pathclock gave no answer to this page: {0}. Try again; if it stays so, start Pathclock again.':
    'Pathclock 没有应答此页面：{0}。请重试；如果仍然如此，请重新启动 Pathclock。',
  'Pathclock was started again meanwhile, and the work has ended. Start it again.':
    'Pathclock 在此期间已重新启动，任务已结束。请重新开始。',
  'The file "{0}" is not there any more. Save it again.': '文件“{0}”已不存在。请重新保存。',
  'This page was not opened by Pathclock. Start it again and use the address it prints.':
    '此页面不是由 Pathclock 打开的。请重新启动它并使用它显示的地址。',
  'Pathclock itself does not answer. Start it again; what was kept is still there.':
    'Pathclock 没有应答。请重新启动；已保存的内容仍在。',
  'Something went wrong on this page: {0}': '此页面出错：{0}',
  'Results changed again and again while they were read. Try again in a while.':
    '结果在读取期间一再变化。请稍后重试。',
}
