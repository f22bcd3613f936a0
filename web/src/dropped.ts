// Folders that a person drops on the page or chooses in it, as their files.
import type { PathFile } from "./tar.ts";

/** Everything in what was dropped: files, and folders with all that is in them. Null where nothing but one plain file was. */
export async function droppedFolder(items: DataTransferItemList): Promise<readonly PathFile[] | null> {
  // Entries are only there while the event is.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory)) return null;
  return (await Promise.all(entries.map((entry) => filesIn(entry, "")))).flat();
}

async function filesIn(entry: FileSystemEntry, above: string): Promise<PathFile[]> {
  const path = above + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const all: PathFile[] = [];
  // A reader gives a hundred at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    for (const one of some) all.push(...(await filesIn(one, `${path}/`)));
  }
}

/** Files chosen as a folder. */
export const chosenFolder = (files: FileList): readonly PathFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
