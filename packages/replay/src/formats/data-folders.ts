/** Where a program keeps its data on Linux, macOS and Windows, below the home folder. */
export const dataFolders = (program: string): string[] => [
  `.config/${program}`,
  `Library/Application Support/${program}`,
  `AppData/Roaming/${program}`,
];
