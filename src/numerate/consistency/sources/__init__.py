"""Against sources: does every number of a draft follow from what it was written from?"""
