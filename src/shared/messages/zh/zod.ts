import type { Sentences } from '../translator.ts'

/** In Chinese: checks of input, which are zod’s own. */
export const zod: Sentences = {
  'Invalid input': '输入无效',
  'Invalid input: expected {0}, received {1}': '输入无效：应为 {0}，实际为 {1}',
  'Invalid input: expected {0}': '输入无效：应为 {0}',
  'Invalid option: expected one of {0}': '选项无效：应为 {0} 之一',
  'Too big: expected string to have <={0} characters': '过长：最多 {0} 个字符',
  'Too big: expected array to have <={0} items': '过多：最多 {0} 项',
  'Too big: expected number to be <={0}': '过大：最大为 {0}',
  'Too big: expected number to be <{0}': '过大：必须小于 {0}',
  'Too small: expected string to have >={0} characters': '过短：至少 {0} 个字符',
  'Too small: expected array to have >={0} items': '过少：至少 {0} 项',
  'Too small: expected number to be >={0}': '过小：最小为 {0}',
  'Too small: expected number to be >{0}': '过小：必须大于 {0}',
  'Invalid string: must match pattern {0}': '文本无效：必须符合 {0}',
  'Invalid string: must start with "{0}"': '文本无效：必须以“{0}”开头',
  'Invalid URL': '网址无效',
  'Invalid ISO date': '日期无效：应为 YYYY-MM-DD',
  'Invalid ISO datetime': '时间无效：应为 ISO 8601',
  'Invalid number: must be a multiple of {0}': '数字无效：必须是 {0} 的倍数',
  'Unrecognized key: {0}': '无法识别的键：{0}',
  'Unrecognized keys: {0}': '无法识别的键：{0}',
  'Invalid key in {0}': '{0} 中的键无效',
  'Invalid value in {0}': '{0} 中的值无效',
}
