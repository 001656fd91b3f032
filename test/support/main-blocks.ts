/** Blocks by their height: known ones of the main networks, written down once more, and of others. */

export const mainBlocks = {
  bitcoin: {
    0: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
    840000: "0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5",
  },
  litecoin: {
    0: "12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2",
    2772730: "80cdb35c080484df5bf384b311fde3c4694d3405765bc0f596e9eb369ff286e5",
  },
  "bitcoin-cash": {
    0: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
    661648: "0000000000000000029e471c41818d24b8b74c911071c4ef0b4a0509f9b5a8ce",
  },
  doge: {
    0: "1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691",
  },
} as const;

/** The first blocks of test networks. */
export const testBlocks = {
  bitcoin: "000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943",
  litecoin: "4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0",
  "bitcoin-cash": "000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943",
  doge: "bb0a78264637406b6360aad926284d544d7049f45189db5664f3c4d07350559e",
} as const;

/** A block of eCash, at the height where it had just parted from Bitcoin Cash. */
export const ecashBlock661648 = "000000000000000004284c9d8b2c8ff731efeaec6be50729bdc9bd07f910757d";
